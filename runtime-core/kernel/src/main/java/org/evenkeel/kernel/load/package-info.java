/** Load models: how a node's load is measured and which state it announces. */
@NullMarked
package org.evenkeel.kernel.load;

import org.jspecify.annotations.NullMarked;
