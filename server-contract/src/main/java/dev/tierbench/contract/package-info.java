/** The HTTP contract of a server under test, as checks against its address and a stub of echo. */
package dev.tierbench.contract;
