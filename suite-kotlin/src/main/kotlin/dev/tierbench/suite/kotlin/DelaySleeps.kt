package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Case
import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Work
import dev.tierbench.suite.sleeps.Sleeper
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** One coroutine per task, which is suspended for the second and blocks no thread. */
internal class DelaySleeps : Work {

  private var millis = 0L

  override fun open(settings: Settings) {
    millis = Sleeper.of(settings).millis.toLong()
  }

  override fun setup(): Setup = Setup.unbounded("suspended coroutines", coroutines())

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
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
