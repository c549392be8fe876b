/** Load models: what is measured on a node, and what state is said of it. */
@NullMarked
package org.evenkeel.kernel.load;

import org.jspecify.annotations.NullMarked;
