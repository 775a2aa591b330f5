/** Whether this host is fit for a plan. */
package dev.tierbench.harness.host;
