/** Feeds hostile bytes to whatever reads bytes: a replay of a corpus, and Jazzer for any length. */
@NullMarked
package org.evenkeel.testing.fuzz;

import org.jspecify.annotations.NullMarked;
