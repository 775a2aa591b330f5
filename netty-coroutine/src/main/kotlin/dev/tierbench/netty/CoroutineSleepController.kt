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
      concurrently(work.calls)
    } else {
      repeat(work.calls - 1) { ask() }
      ask()
    }

  /**
   * Waits for all, also when one has failed: reactor-netty may take the cancellation of a call that
   * has its answer for one of the next call on the same connection.
   */
  private suspend fun concurrently(calls: Int): String = supervisorScope {
    val all = List(calls) { async { ask() } }
    all.joinAll()
    all.map { it.await() }.last()
  }

  private suspend fun ask(): String = echo.ask().awaitSingle()
}
