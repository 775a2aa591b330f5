/** The reactive models: event loops of reactor-netty, in front of the database. */
package dev.tierbench.database.netty;
