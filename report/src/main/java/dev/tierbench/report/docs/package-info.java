/** Pages of the documentation that are made from results that are kept in the repository. */
package dev.tierbench.report.docs;
