/** Profiles of steps: where in the code an operation costs what it costs. */
package dev.tierbench.report.profile;
