/** What {@code evenkeel plan} and {@code evenkeel experiment} read, print and draw. */
@NullMarked
package org.evenkeel.lab.plan;

import org.jspecify.annotations.NullMarked;
