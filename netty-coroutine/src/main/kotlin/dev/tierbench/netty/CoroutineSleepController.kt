package dev.tierbench.netty

import dev.tierbench.server.Workload
import dev.tierbench.server.coroutine.CoroutineCalls
import dev.tierbench.server.reactor.ReactiveEchoClient
import kotlinx.coroutines.reactor.awaitSingle
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
    return work.answer(CoroutineCalls.of(work) { echo.ask().awaitSingle() })
  }
}
