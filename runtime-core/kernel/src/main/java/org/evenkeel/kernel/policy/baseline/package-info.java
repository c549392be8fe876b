/** Baseline policies for comparisons. */
@NullMarked
package org.evenkeel.kernel.policy.baseline;

import org.jspecify.annotations.NullMarked;
