/**
 * The kernel: the deterministic state machine of one node. Events in, effects out; no thread,
 * clock, socket or randomness of its own.
 */
@NullMarked
package org.evenkeel.kernel;

import org.jspecify.annotations.NullMarked;
