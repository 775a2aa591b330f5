/** What every implementation of a study in process promises, and how one is found by its names. */
package dev.tierbench.suite;
