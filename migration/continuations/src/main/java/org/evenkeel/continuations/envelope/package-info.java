/** A task that was put away, as bytes: which code it belongs to, its stack and its objects. */
@NullMarked
package org.evenkeel.continuations.envelope;

import org.jspecify.annotations.NullMarked;
