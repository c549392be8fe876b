/** Counts the ways to place n queens so that none attacks another. */
@NullMarked
package org.evenkeel.examples.queens;

import org.jspecify.annotations.NullMarked;
