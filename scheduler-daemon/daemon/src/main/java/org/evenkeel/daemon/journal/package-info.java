/** The daemon's journal: its files, its thread, and what its records are as bytes. */
@NullMarked
package org.evenkeel.daemon.journal;

import org.jspecify.annotations.NullMarked;
