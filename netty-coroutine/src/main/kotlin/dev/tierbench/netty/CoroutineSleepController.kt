package dev.tierbench.netty

import dev.tierbench.server.Workload
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.reactor.awaitSingle
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.http.MediaType
import org.springframework.http.server.reactive.ServerHttpRequest
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** Answers with what echo answers; a coroutine is suspended until it has, and no thread waits. */
@RestController
@ConditionalOnProperty(name = [Models.PROPERTY], havingValue = Models.COROUTINE)
internal class CoroutineSleepController(private val echo: EchoClient) {

  @GetMapping(path = ["/sleep"], produces = [MediaType.TEXT_PLAIN_VALUE])
  suspend fun sleep(request: ServerHttpRequest): String {
    val work = Workload.of(request.uri.rawQuery)
    return work.answer(calls(work))
  }

  private suspend fun calls(work: Workload): String =
    if (work.parallel) {
      coroutineScope { List(work.calls) { async { ask() } }.awaitAll().last() }
    } else {
      repeat(work.calls - 1) { ask() }
      ask()
    }

  private suspend fun ask(): String = echo.ask().awaitSingle()
}
