package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.executors.ActionWork
import dev.tierbench.suite.executors.Slots
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.runBlocking

/** A flow of one item for each action on the caller's thread, merged and collected. */
internal class FlowOneActions(settings: Settings) :
  ActionWork(settings, Setup.caller(coroutines())) {

  override fun run(size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking { seeds(size).map { flow { emit(action.run(it)) } }.merge().collect(slots::add) }
    return slots.end()
  }
}

/** A flow of one item for each action on the pool, merged and collected. */
internal class FlowActions(settings: Settings, private val pool: Pool) :
  ActionWork(settings, pool.setup()) {

  override fun run(size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking {
      seeds(size)
        .map { flow { emit(action.run(it)) }.flowOn(pool.dispatcher) }
        .merge()
        .collect(slots::add)
    }
    return slots.end()
  }
}
