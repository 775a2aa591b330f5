package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Case
import dev.tierbench.suite.Settings
import dev.tierbench.suite.Setup
import dev.tierbench.suite.Sink
import dev.tierbench.suite.Work
import dev.tierbench.suite.sleeps.Sleeper
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch

/** One coroutine per task, each of which blocks a thread of Dispatchers.IO. */
internal class IoSleeps : Work {

  private var sleeper = Sleeper(0)

  override fun open(settings: Settings) {
    sleeper = Sleeper.of(settings)
  }

  override fun setup(): Setup = Setup.pool("Dispatchers.IO", ioThreads, coroutines())

  override fun run(studyCase: Case, size: Int, sink: Sink): Long {
    val tally = sink.begin(size)
    // Outside runBlocking, which would wait forever for a coroutine that no thread could be made
    // for.
    val scope = CoroutineScope(Dispatchers.IO)
    repeat(size) { index -> scope.launch { sleeper.sleep(index, tally) } }
    return tally.await()
  }
}
