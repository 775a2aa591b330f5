package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Tally
import dev.tierbench.suite.tasks.EchoTasks
import java.io.IOException
import java.net.http.HttpResponse
import java.sql.SQLException
import java.util.OptionalInt
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.future.await
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit

/**
 * A coroutine for each task on Dispatchers.IO: suspended during the call, blocking in the database.
 * The pool holds no task during its call, so only the cap limits how many are under way.
 */
internal class CoroutineTasks(settings: Settings, cap: Int) :
  EchoTasks(settings, cap, Setup(OptionalInt.empty(), pool.pools(), pool.libraries())) {

  private val permits = Semaphore(mostCalls())

  override fun run(size: Int, serial: Boolean, tally: Tally) = runBlocking {
    if (serial) {
      repeat(size) { launchTask(it, tally).join() }
    } else {
      List(size) { launchTask(it, tally) }.joinAll()
    }
  }

  private fun CoroutineScope.launchTask(index: Int, tally: Tally): Job =
    launch(Dispatchers.IO) {
      try {
        tally.completed(store(index, call()))
      } catch (e: IOException) {
        tally.ended(e)
      } catch (e: SQLException) {
        tally.ended(e)
      }
    }

  private suspend fun call(): HttpResponse<String> = permits.withPermit { callAsync().await() }

  private companion object {
    val pool = Pool.io().setup()
  }
}
