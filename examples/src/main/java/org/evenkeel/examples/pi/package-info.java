/** Pi by throwing points at a square, the same points on any number of nodes. */
@NullMarked
package org.evenkeel.examples.pi;

import org.jspecify.annotations.NullMarked;
