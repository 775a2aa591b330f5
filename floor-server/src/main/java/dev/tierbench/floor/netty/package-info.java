/** The floor of all models: Netty in front of Netty, and nothing between the two. */
package dev.tierbench.floor.netty;
