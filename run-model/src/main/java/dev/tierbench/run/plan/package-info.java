/** The manifest of a run, and the plan that it carries out. */
package dev.tierbench.run.plan;
