/** Tables of the documentation, made from results that are kept in the repository. */
package dev.tierbench.report.docs;
