/** The records of a run folder and their JSON and CSV; no logic of any tier. */
package dev.tierbench.run;
