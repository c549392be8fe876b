/** A system of linear equations is solved, as a graph of tasks. */
@NullMarked
package org.evenkeel.examples.gaussjordan;

import org.jspecify.annotations.NullMarked;
