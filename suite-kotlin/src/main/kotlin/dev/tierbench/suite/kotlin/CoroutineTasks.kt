package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Case
import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Tally
import dev.tierbench.suite.Work
import dev.tierbench.suite.tasks.EchoTasks
import dev.tierbench.suite.tasks.TasksStudy
import java.io.IOException
import java.net.http.HttpResponse
import java.sql.SQLException
import java.util.OptionalInt
import java.util.OptionalLong
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
 *
 * @param cap calls under way at once where the settings name no number
 */
internal class CoroutineTasks(private val cap: Int) : Work {

  private lateinit var tasks: EchoTasks
  private lateinit var permits: Semaphore

  override fun open(settings: Settings) {
    tasks = EchoTasks.open(settings, cap)
    permits = Semaphore(if (tasks.cap() == 0) Int.MAX_VALUE else tasks.cap())
  }

  /** The pool holds no task during its call, so only the cap limits how many are under way. */
  override fun setup(): Setup {
    val all = tasks.setup("Dispatchers.IO", OptionalInt.of(ioThreads), coroutines())
    return Setup(tasks.underWay(OptionalInt.empty()), all.pools(), all.libraries())
  }

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
    val tally = tasks.begin(sink, size)
    runBlocking {
      if (TasksStudy.isSerial(studyCase)) {
        repeat(size) { launchTask(it, tally).join() }
      } else {
        List(size) { launchTask(it, tally) }.joinAll()
      }
    }
    return tally.await()
  }

  private fun CoroutineScope.launchTask(index: Int, tally: Tally): Job =
    launch(Dispatchers.IO) {
      try {
        tally.completed(tasks.store(index, call()))
      } catch (e: IOException) {
        tally.ended(e)
      } catch (e: SQLException) {
        tally.ended(e)
      }
    }

  private suspend fun call(): HttpResponse<String> =
    permits.withPermit { tasks.callAsync().await() }

  override fun writerNanosPerOperation(): OptionalLong = tasks.writerNanosPerOperation()

  override fun close() = tasks.close()
}
