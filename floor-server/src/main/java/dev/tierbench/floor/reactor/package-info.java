/** The floor of the reactive models: reactor-netty in front of reactor-netty. */
package dev.tierbench.floor.reactor;
