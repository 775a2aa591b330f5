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
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.runBlocking

/** A flow of one item for each action on the caller's thread, merged and collected. */
internal class FlowOneActions : Work {

  private var action = Action { it.toLong() }
  private var seeds = Seeds(0)

  override fun open(settings: Settings) {
    action = Actions.of(settings.studyCase)
    seeds = Seeds(settings.size)
  }

  override fun setup(): Setup = Setup.caller(coroutines())

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
    val slots = Slots(sink, size)
    runBlocking { seeds.of(size).map { flow { emit(action.run(it)) } }.merge().collect(slots::add) }
    return slots.end()
  }
}

/** A flow of one item for each action on the pool, merged and collected. */
internal class FlowActions(private val pool: Pool) : Work {

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
        .map { flow { emit(action.run(it)) }.flowOn(pool.dispatcher) }
        .merge()
        .collect(slots::add)
    }
    return slots.end()
  }
}
