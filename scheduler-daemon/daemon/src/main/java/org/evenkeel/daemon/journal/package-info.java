/** The daemon's journal: its files, its thread, and the encoding of its records. */
@NullMarked
package org.evenkeel.daemon.journal;

import org.jspecify.annotations.NullMarked;
