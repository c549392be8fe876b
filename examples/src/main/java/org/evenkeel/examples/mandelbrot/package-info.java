/** Draws the Mandelbrot set with an executor service; the program does not know Evenkeel. */
@NullMarked
package org.evenkeel.examples.mandelbrot;

import org.jspecify.annotations.NullMarked;
