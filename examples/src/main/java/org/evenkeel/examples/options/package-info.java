/** Prices of a European and an Asian option by simulation, with one task per batch of paths. */
@NullMarked
package org.evenkeel.examples.options;

import org.jspecify.annotations.NullMarked;
