package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Work
import dev.tierbench.suite.WorkProvider
import dev.tierbench.suite.executors.ExecutorsStudy
import dev.tierbench.suite.sleeps.SleepsStudy
import dev.tierbench.suite.streams.StreamsStudy
import dev.tierbench.suite.tasks.TasksStudy
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

/** The implementations of the suite `executors` in Kotlin. */
class KotlinExecutors : WorkProvider {
  override fun suite(): String = ExecutorsStudy.NAME

  override fun implementations(): Map<String, Supplier<Work>> =
    mapOf(
      "coroutine-one" to Supplier { CoroutineOneActions() },
      "coroutine-cpu" to Supplier { CoroutineActions(Pool.default()) },
      "coroutine-cpu-limit" to Supplier { CoroutineActions(Pool.defaultLimited()) },
      "coroutine-io" to Supplier { CoroutineActions(Pool.io()) },
      "coroutine-io-100" to Supplier { CoroutineActions(Pool.ioLimited(IO_THREADS)) },
      "flow-one" to Supplier { FlowOneActions() },
      "flow-cpu" to Supplier { FlowActions(Pool.default()) },
      "flow-cpu-limit" to Supplier { FlowActions(Pool.defaultLimited()) },
      "flow-io" to Supplier { FlowActions(Pool.io()) },
      "flow-io-100" to Supplier { FlowActions(Pool.ioLimited(IO_THREADS)) },
    )

  private companion object {
    /** The threads of the study's executors for blocking work. */
    const val IO_THREADS = 100
  }
}

/** The implementations of the suite `tasks` in Kotlin. */
class KotlinTasks : WorkProvider {
  override fun suite(): String = TasksStudy.NAME

  override fun implementations(): Map<String, Supplier<Work>> =
    mapOf(
      "coroutine-io" to Supplier { CoroutineTasks(TasksStudy.PUBLISHED_CAP) },
      "coroutine-io-uncapped" to Supplier { CoroutineTasks(0) },
    )
}
