/** A matrix is factored, as a graph of tasks. */
@NullMarked
package org.evenkeel.examples.lu;

import org.jspecify.annotations.NullMarked;
