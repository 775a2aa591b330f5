package dev.tierbench.suite.kotlin

import kotlinx.coroutines.IO_PARALLELISM_PROPERTY_NAME

/** The number of processors, as the JVM sees it. */
internal val cores: Int = Runtime.getRuntime().availableProcessors()

/**
 * The threads of Dispatchers.IO, by the library's documented rule; it does not tell them itself.
 */
internal val ioThreads: Int =
  System.getProperty(IO_PARALLELISM_PROPERTY_NAME)?.toInt() ?: maxOf(64, cores)
