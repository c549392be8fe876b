/** Policies to compare others with. */
@NullMarked
package org.evenkeel.policy.baseline;

import org.jspecify.annotations.NullMarked;
