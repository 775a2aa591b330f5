package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Case
import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Work
import dev.tierbench.suite.executors.Action
import dev.tierbench.suite.executors.Actions
import dev.tierbench.suite.executors.Seeds
import dev.tierbench.suite.executors.Slots
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** An async for each action on the caller's thread; then every one is awaited. */
internal class CoroutineOneActions : Work {

  private var action = Action { it.toLong() }
  private var seeds = Seeds(0)

  override fun open(settings: Settings) {
    action = Actions.of(settings.studyCase)
    seeds = Seeds(settings.size)
  }

  override fun setup(): Setup = Setup.caller(coroutines())

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking {
      seeds.of(size).map { async { action.run(it) } }.forEach { slots.add(it.await()) }
    }
    return slots.end()
  }
}

/** An async for each action, which moves to the pool; then every one is awaited. */
internal class CoroutineActions(private val pool: Pool) : Work {

  private var action = Action { it.toLong() }
  private var seeds = Seeds(0)

  override fun open(settings: Settings) {
    action = Actions.of(settings.studyCase)
    seeds = Seeds(settings.size)
  }

  override fun setup(): Setup = pool.setup()

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking {
      seeds
        .of(size)
        .map { async { withContext(pool.dispatcher) { action.run(it) } } }
        .forEach { slots.add(it.await()) }
    }
    return slots.end()
  }
}
