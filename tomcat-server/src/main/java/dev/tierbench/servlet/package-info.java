/** The handler of a thread per request and its client, for every server of servlets. */
package dev.tierbench.servlet;
