/** What hosts and processes use at an instant. */
package dev.tierbench.harness.http.sample;
