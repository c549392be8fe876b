/** The tables that a recorder keeps, and their rows. */
@NullMarked
package org.evenkeel.recorder.table;

import org.jspecify.annotations.NullMarked;
