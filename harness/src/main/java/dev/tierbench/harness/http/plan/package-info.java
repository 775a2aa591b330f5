/** What a sweep sets out to do: pure data and how it is parsed and printed. */
package dev.tierbench.harness.http.plan;
