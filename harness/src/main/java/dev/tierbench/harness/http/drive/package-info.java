/** The load of a step: by our generator here, by one on each of several hosts, or by others'. */
package dev.tierbench.harness.http.drive;
