/** What {@code evenkeel journal} reads and how it says it. */
@NullMarked
package org.evenkeel.cli.journal;

import org.jspecify.annotations.NullMarked;
