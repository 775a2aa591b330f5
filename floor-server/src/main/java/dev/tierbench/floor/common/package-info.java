/** What both floors share: their settings, the paths, and the handle of a running one. */
package dev.tierbench.floor.common;
