/** The command line: one class per command. */
@NullMarked
package org.evenkeel.daemon.cli;

import org.jspecify.annotations.NullMarked;
