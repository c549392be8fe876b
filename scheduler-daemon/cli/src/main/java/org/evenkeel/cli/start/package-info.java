/** Starts and ends the processes that commands need. */
@NullMarked
package org.evenkeel.cli.start;

import org.jspecify.annotations.NullMarked;
