/**
 * The submitting side of a connection, the same in programs and workers: open tasks, their window,
 * pending writes, received outcomes.
 */
@NullMarked
package org.evenkeel.client.session;

import org.jspecify.annotations.NullMarked;
