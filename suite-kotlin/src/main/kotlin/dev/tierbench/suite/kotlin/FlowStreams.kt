package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Work
import dev.tierbench.suite.streams.StreamCase
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.flatMapMerge
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.runBlocking

/** Kotlin's Flow on the caller's thread; its flat map merges, as those of the others do. */
@OptIn(ExperimentalCoroutinesApi::class)
internal class FlowStreams(settings: Settings) : Work(Setup.caller(coroutines())) {

  private val flow: Flow<Int> =
    (1..settings.size).asFlow().let { range ->
      when (StreamCase.of(settings.studyCase)) {
        StreamCase.RANGE -> range
        StreamCase.FLATMAP_JUST -> range.flatMapMerge { flowOf(it) }
        StreamCase.FLATMAP_RANGE -> range.flatMapMerge { (it..it + 1).asFlow() }
      }
    }

  override fun run(size: Int, sink: Sink): Long {
    val before = sink.sum()
    runBlocking { flow.collect { sink.accept(it) } }
    return sink.sum() - before
  }
}
