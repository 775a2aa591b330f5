package dev.tierbench.netty

import dev.tierbench.server.Workload
import dev.tierbench.server.reactor.ReactiveEchoClient
import kotlinx.coroutines.async
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.supervisorScope
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.http.MediaType
import org.springframework.http.server.reactive.ServerHttpRequest
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** Answers with what echo answers; a coroutine is suspended until it has, and no thread waits. */
@RestController
@ConditionalOnProperty(name = [Models.PROPERTY], havingValue = Models.COROUTINE)
internal class CoroutineSleepController(private val echo: ReactiveEchoClient) {

  @GetMapping(path = ["/sleep"], produces = [MediaType.TEXT_PLAIN_VALUE])
  suspend fun sleep(request: ServerHttpRequest): String {
    val work = Workload.of(request.uri.rawQuery)
    return work.answer(calls(work))
  }

  private suspend fun calls(work: Workload): String =
    if (work.parallel) {
      concurrently(work)
    } else {
      repeat(work.calls - 1) { ask(work.depth) }
      ask(work.depth)
    }

  /**
   * Waits for all, also when one has failed: reactor-netty may take the cancellation of a call that
   * has its answer for one of the next call on the same connection.
   */
  private suspend fun concurrently(work: Workload): String = supervisorScope {
    val all = List(work.calls) { async { ask(work.depth) } }
    all.joinAll()
    all.map { it.await() }.last()
  }

  /** Suspends so many calls deep: each keeps its state, since something follows the inner one. */
  private suspend fun ask(depth: Int): String {
    if (depth == 0) {
      return echo.ask().awaitSingle()
    }
    val answer = ask(depth - 1)
    return returned(answer)
  }

  private fun returned(answer: String): String = answer
}
