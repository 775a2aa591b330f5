package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Work
import dev.tierbench.suite.WorkProvider
import dev.tierbench.suite.sleeps.SleepsStudy
import dev.tierbench.suite.streams.StreamsStudy
import java.util.function.Supplier

/** The implementations of the suite `streams` in Kotlin. */
class KotlinStreams : WorkProvider {
  override fun suite(): String = StreamsStudy.NAME

  override fun implementations(): Map<String, Supplier<Work>> =
    mapOf("kotlin-flow" to Supplier { FlowStreams() })
}

/** The implementations of the suite `sleeps` in Kotlin. */
class KotlinSleeps : WorkProvider {
  override fun suite(): String = SleepsStudy.NAME

  override fun implementations(): Map<String, Supplier<Work>> =
    mapOf(
      "coroutine-delay" to Supplier { DelaySleeps() },
      "coroutine-io" to Supplier { IoSleeps() },
    )
}
