package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Case
import dev.tierbench.suite.Library
import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Work
import dev.tierbench.suite.streams.StreamCase
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.emptyFlow
import kotlinx.coroutines.flow.flatMapMerge
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.runBlocking

/** Kotlin's Flow on the caller's thread; its flat map merges, as those of the others do. */
@OptIn(ExperimentalCoroutinesApi::class)
internal class FlowStreams : Work {

  private var flow: Flow<Int> = emptyFlow()

  override fun open(settings: Settings) {
    val range = (1..settings.size).asFlow()
    flow =
      when (StreamCase.of(settings.studyCase)) {
        StreamCase.RANGE -> range
        StreamCase.FLATMAP_JUST -> range.flatMapMerge { flowOf(it) }
        StreamCase.FLATMAP_RANGE -> range.flatMapMerge { (it..it + 1).asFlow() }
      }
  }

  override fun setup(): Setup = Setup.caller(coroutines())

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
    val before = sink.sum()
    runBlocking { flow.collect { sink.accept(it) } }
    return sink.sum() - before
  }
}

/** The library that all classes of this package test. */
internal fun coroutines() = Library("kotlinx-coroutines", Flow::class.java)
