package dev.tierbench.database.netty

import dev.tierbench.server.coroutine.CoroutineCalls
import dev.tierbench.server.database.DatabaseWorkload
import dev.tierbench.server.r2dbc.R2dbcDatabaseClient
import kotlinx.coroutines.reactor.awaitSingle
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.http.MediaType
import org.springframework.http.server.reactive.ServerHttpRequest
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** Answers with what the database answers; a coroutine is suspended until it has. */
@RestController
@ConditionalOnProperty(name = [Models.PROPERTY], havingValue = Models.COROUTINE)
internal class CoroutineSleepController(private val database: R2dbcDatabaseClient) {

  @GetMapping(path = ["/sleep"], produces = [MediaType.TEXT_PLAIN_VALUE])
  suspend fun sleep(request: ServerHttpRequest): String {
    val asked = DatabaseWorkload.of(request.uri.rawQuery)
    return asked.work.answer(
      CoroutineCalls.of(asked.work) { database.ask(asked.query).awaitSingle() }
    )
  }
}
