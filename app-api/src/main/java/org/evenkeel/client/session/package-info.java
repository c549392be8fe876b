/**
 * The submitting half of a connection, the same in programs and in workers: open tasks, their
 * window, what waits to be written, what has come back.
 */
@NullMarked
package org.evenkeel.client.session;

import org.jspecify.annotations.NullMarked;
