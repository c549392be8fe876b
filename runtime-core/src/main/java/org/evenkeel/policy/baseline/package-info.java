/** Baseline policies for comparisons. */
@NullMarked
package org.evenkeel.policy.baseline;

import org.jspecify.annotations.NullMarked;
