/** {@code evenkeel top}: a cluster as it is now, in a terminal. */
@NullMarked
package org.evenkeel.cli.top;

import org.jspecify.annotations.NullMarked;
