package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Tally
import dev.tierbench.suite.Work
import dev.tierbench.suite.sleeps.SleepWork
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** One coroutine per task, which is suspended for the second and blocks no thread. */
internal class DelaySleeps(settings: Settings) :
  Work(Setup.unbounded("suspended coroutines", coroutines())) {

  private val millis = SleepWork.millis(settings).toLong()

  override fun run(size: Int, sink: Sink): Long {
    val tally = sink.begin(size)
    runBlocking(Dispatchers.Default) {
      repeat(size) { index ->
        launch {
          delay(millis)
          tally.completed(index.toLong())
        }
      }
    }
    return tally.await()
  }
}

/**
 * One coroutine per task, each of which blocks a thread of Dispatchers.IO. Their scope is not that
 * of runBlocking, which would wait forever for a coroutine that no thread could be made for.
 */
internal class IoSleeps(settings: Settings) : SleepWork(settings, Pool.io().setup()) {

  private val scope = CoroutineScope(Dispatchers.IO)

  override fun submit(index: Int, tally: Tally) {
    scope.launch { sleep(index, tally) }
  }
}
