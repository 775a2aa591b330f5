/** A host on which tiers are measured: this one, or one whose agent does the same for another. */
package dev.tierbench.observer.measured;
