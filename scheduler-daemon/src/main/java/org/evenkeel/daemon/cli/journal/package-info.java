/** What {@code evenkeel journal} reads and how it says it. */
@NullMarked
package org.evenkeel.daemon.cli.journal;

import org.jspecify.annotations.NullMarked;
