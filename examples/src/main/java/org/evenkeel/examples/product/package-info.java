/** The product of two large matrices, block by block. */
@NullMarked
package org.evenkeel.examples.product;

import org.jspecify.annotations.NullMarked;
