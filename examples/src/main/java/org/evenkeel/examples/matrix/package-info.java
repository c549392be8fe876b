/** What block algorithms on matrices need: columns, panels, multiplications. */
@NullMarked
package org.evenkeel.examples.matrix;

import org.jspecify.annotations.NullMarked;
