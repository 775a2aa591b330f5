/** What users describe: servers, suites, hosts, requests, contracts and secrets by reference. */
package dev.tierbench.run.descriptor;
