/** The shortest round trip by branch and bound, in long tasks that move while they run. */
@NullMarked
package org.evenkeel.examples.tour;

import org.jspecify.annotations.NullMarked;
