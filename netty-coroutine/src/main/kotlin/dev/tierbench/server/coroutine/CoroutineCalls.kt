package dev.tierbench.server.coroutine

import dev.tierbench.server.Workload
import kotlinx.coroutines.async
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.supervisorScope

/** The calls of the next tier that a workload asks for; a coroutine is suspended meanwhile. */
internal object CoroutineCalls {

  /** The last answer. */
  suspend fun of(work: Workload, call: suspend () -> String): String {
    val deep: suspend () -> String = { nested(work.depth, call) }
    if (work.parallel) {
      return concurrently(work.calls, deep)
    }
    repeat(work.calls - 1) { deep() }
    return deep()
  }

  /** Suspends so many calls deep: each keeps its state, since something follows the inner one. */
  private suspend fun nested(depth: Int, call: suspend () -> String): String {
    if (depth == 0) {
      return call()
    }
    val answer = nested(depth - 1, call)
    return returned(answer)
  }

  private fun returned(answer: String): String = answer

  /**
   * Waits for all, also when one has failed: reactor-netty may take the cancellation of a call that
   * has its answer for one of the next call on the same connection.
   */
  private suspend fun concurrently(calls: Int, call: suspend () -> String): String =
    supervisorScope {
      val all = List(calls) { async { call() } }
      all.joinAll()
      all.map { it.await() }.last()
    }
}
