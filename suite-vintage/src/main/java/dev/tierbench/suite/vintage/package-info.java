/** Libraries in the versions that a study measured. */
package dev.tierbench.suite.vintage;
