/** Programs that run as children of this JVM, and where they are found. */
package dev.tierbench.observer.host.child;
