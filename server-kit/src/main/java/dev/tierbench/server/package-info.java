/** What every server under test shares. This package needs no framework. */
package dev.tierbench.server;
