/** A task that was suspended, as bytes: which code it belongs to, its stack and its objects. */
@NullMarked
package org.evenkeel.migration.envelope;

import org.jspecify.annotations.NullMarked;
