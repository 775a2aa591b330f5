/** Whether a server keeps the contract, found out before anything is measured. */
package dev.tierbench.harness.http.verify;
