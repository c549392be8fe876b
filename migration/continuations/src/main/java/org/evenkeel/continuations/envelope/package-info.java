/** A suspended task as bytes: the code it belongs to, its stack and its objects. */
@NullMarked
package org.evenkeel.continuations.envelope;

import org.jspecify.annotations.NullMarked;
