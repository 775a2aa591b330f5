/** Two versions of a service: checked out, built, and compared in one sweep. */
package dev.tierbench.harness.ab;
