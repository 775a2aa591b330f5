/** The main plots of a run as SVG files, for a README or a slide. */
package dev.tierbench.report.plot;
