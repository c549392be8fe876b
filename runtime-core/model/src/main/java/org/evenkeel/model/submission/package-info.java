/**
 * The submitting side of a session as a pure state machine: events in, effects out. It has no
 * thread, lock, socket, clock or randomness. Programs, workers and simulated clients drive it.
 */
@NullMarked
package org.evenkeel.model.submission;

import org.jspecify.annotations.NullMarked;
