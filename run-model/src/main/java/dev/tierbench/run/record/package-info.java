/** The records of one step or cell, as they lie in its folder. */
package dev.tierbench.run.record;
