/**
 * Recordings of every event that a kernel handled with the effects that it returned, and their
 * replay: the same events must have the same effects again.
 */
@NullMarked
package org.evenkeel.kernel.replay;

import org.jspecify.annotations.NullMarked;
