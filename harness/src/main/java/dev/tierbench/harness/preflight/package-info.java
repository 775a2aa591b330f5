/**
 * What a run needs of this host: the JDK, the jars, descriptors, and whether it is fit for a plan.
 */
package dev.tierbench.harness.preflight;
