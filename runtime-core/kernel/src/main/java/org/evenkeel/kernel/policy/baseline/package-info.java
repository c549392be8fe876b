/** Policies to compare others with. */
@NullMarked
package org.evenkeel.kernel.policy.baseline;

import org.jspecify.annotations.NullMarked;
