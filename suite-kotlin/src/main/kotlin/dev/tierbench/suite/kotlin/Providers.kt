package dev.tierbench.suite.kotlin

import dev.tierbench.suite.WorkFactory
import dev.tierbench.suite.WorkProvider
import dev.tierbench.suite.executors.ExecutorsStudy
import dev.tierbench.suite.sleeps.SleepsStudy
import dev.tierbench.suite.streams.StreamsStudy
import dev.tierbench.suite.tasks.TasksStudy

/** The implementations of the suite `streams` in Kotlin. */
class KotlinStreams : WorkProvider {
  override fun suite(): String = StreamsStudy.NAME

  override fun implementations(): Map<String, WorkFactory> =
    mapOf("kotlin-flow" to WorkFactory(::FlowStreams))
}

/** The implementations of the suite `sleeps` in Kotlin. */
class KotlinSleeps : WorkProvider {
  override fun suite(): String = SleepsStudy.NAME

  override fun implementations(): Map<String, WorkFactory> =
    mapOf(
      "coroutine-delay" to WorkFactory(::DelaySleeps),
      "coroutine-io" to WorkFactory(::IoSleeps),
    )
}

/** The implementations of the suite `executors` in Kotlin. */
class KotlinExecutors : WorkProvider {
  override fun suite(): String = ExecutorsStudy.NAME

  override fun implementations(): Map<String, WorkFactory> =
    mapOf(
      "coroutine-one" to WorkFactory(::CoroutineOneActions),
      "coroutine-cpu" to WorkFactory { CoroutineActions(it, Pool.default()) },
      "coroutine-cpu-limit" to WorkFactory { CoroutineActions(it, Pool.defaultLimited()) },
      "coroutine-io" to WorkFactory { CoroutineActions(it, Pool.io()) },
      "coroutine-io-100" to
        WorkFactory { CoroutineActions(it, Pool.ioLimited(ExecutorsStudy.IO_THREADS)) },
      "flow-one" to WorkFactory(::FlowOneActions),
      "flow-cpu" to WorkFactory { FlowActions(it, Pool.default()) },
      "flow-cpu-limit" to WorkFactory { FlowActions(it, Pool.defaultLimited()) },
      "flow-io" to WorkFactory { FlowActions(it, Pool.io()) },
      "flow-io-100" to WorkFactory { FlowActions(it, Pool.ioLimited(ExecutorsStudy.IO_THREADS)) },
    )
}

/** The implementations of the suite `tasks` in Kotlin. */
class KotlinTasks : WorkProvider {
  override fun suite(): String = TasksStudy.NAME

  override fun implementations(): Map<String, WorkFactory> =
    mapOf(
      "coroutine-io" to WorkFactory { CoroutineTasks(it, TasksStudy.PUBLISHED_CAP) },
      "coroutine-io-uncapped" to WorkFactory { CoroutineTasks(it, 0) },
    )
}
