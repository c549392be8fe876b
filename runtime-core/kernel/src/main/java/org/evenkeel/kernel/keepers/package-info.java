/**
 * What the keepers of durable jobs agree on: entries of their log, the state that follows from
 * them, and both as bytes. No clock, thread, file or socket, and nothing of the Raft library.
 */
@NullMarked
package org.evenkeel.kernel.keepers;

import org.jspecify.annotations.NullMarked;
