/** Does for a harness on another host what it does itself on its own, over one attached stream. */
package dev.tierbench.observer.agent;
