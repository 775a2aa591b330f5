package dev.tierbench.suite.kotlin

import dev.tierbench.suite.Library
import dev.tierbench.suite.Setup
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.IO_PARALLELISM_PROPERTY_NAME
import kotlinx.coroutines.flow.Flow

/** The number of processors, as the JVM sees it. */
internal val cores: Int = Runtime.getRuntime().availableProcessors()

/**
 * The threads of Dispatchers.IO, by the library's documented rule; it does not report them itself.
 */
internal val ioThreads: Int =
  System.getProperty(IO_PARALLELISM_PROPERTY_NAME)?.toInt() ?: maxOf(64, cores)

/**
 * The threads of Dispatchers.Default, by the library's rule: a property, or the cores, two at
 * least.
 */
internal val defaultThreads: Int =
  System.getProperty("kotlinx.coroutines.scheduler.core.pool.size")?.toInt() ?: maxOf(2, cores)

/** The library that all classes of this package test. */
internal fun coroutines() = Library("kotlinx-coroutines", Flow::class.java)

/** A dispatcher under test, its name and its threads. */
internal class Pool(
  private val name: String,
  private val threads: Int,
  val dispatcher: CoroutineDispatcher,
) {
  fun setup(): Setup = Setup.pool(name, threads, coroutines())

  companion object {
    fun default() = Pool("Dispatchers.Default", defaultThreads, Dispatchers.Default)

    /** The dispatcher itself: the library returns it for a limit that it has anyway. */
    fun defaultLimited() =
      Pool(
        "Dispatchers.Default.limitedParallelism",
        defaultThreads,
        Dispatchers.Default.limitedParallelism(defaultThreads),
      )

    fun io() = Pool("Dispatchers.IO", ioThreads, Dispatchers.IO)

    fun ioLimited(threads: Int) =
      Pool("Dispatchers.IO.limitedParallelism", threads, Dispatchers.IO.limitedParallelism(threads))
  }
}
