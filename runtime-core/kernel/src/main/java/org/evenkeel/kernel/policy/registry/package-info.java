/** The policies by the names that a configuration uses, with their options. */
@NullMarked
package org.evenkeel.kernel.policy.registry;

import org.jspecify.annotations.NullMarked;
