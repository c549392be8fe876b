/** Four-way merge sort, the experiment of the hybrid paper. */
@NullMarked
package org.evenkeel.examples.mgsort;

import org.jspecify.annotations.NullMarked;
