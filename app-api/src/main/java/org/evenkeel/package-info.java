/** Where a program begins: {@link org.evenkeel.Evenkeel} connects it to a cluster. */
@NullMarked
package org.evenkeel;

import org.jspecify.annotations.NullMarked;
