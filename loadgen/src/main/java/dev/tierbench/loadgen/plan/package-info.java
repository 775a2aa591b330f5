/** Plan of a run: target, load, phases and share, checked before anything is sent. */
package dev.tierbench.loadgen.plan;
