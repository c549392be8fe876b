/**
 * The state machine of one node: events in, effects out, no thread, clock, socket or chance of its
 * own.
 */
@NullMarked
package org.evenkeel.core;

import org.jspecify.annotations.NullMarked;
