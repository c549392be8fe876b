/** The command line: one class per command. */
@NullMarked
package org.evenkeel.cli;

import org.jspecify.annotations.NullMarked;
