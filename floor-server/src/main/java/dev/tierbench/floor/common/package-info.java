/** What both floors share: their settings, the paths, and what a running one can be told. */
package dev.tierbench.floor.common;
