package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.executors.ActionWork
import dev.tierbench.suite.executors.Slots
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** An async for each action on the caller's thread; then every one is awaited. */
internal class CoroutineOneActions(settings: Settings) :
  ActionWork(settings, Setup.caller(coroutines())) {

  override fun run(size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking { seeds(size).map { async { action.run(it) } }.forEach { slots.add(it.await()) } }
    return slots.end()
  }
}

/** An async for each action, which moves to the pool; then every one is awaited. */
internal class CoroutineActions(settings: Settings, private val pool: Pool) :
  ActionWork(settings, pool.setup()) {

  override fun run(size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking {
      seeds(size)
        .map { async { withContext(pool.dispatcher) { action.run(it) } } }
        .forEach { slots.add(it.await()) }
    }
    return slots.end()
  }
}
