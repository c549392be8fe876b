/**
 * The thinking of one node: events in, effects out, no thread, clock, socket or chance of its own.
 */
@NullMarked
package org.evenkeel.kernel;

import org.jspecify.annotations.NullMarked;
