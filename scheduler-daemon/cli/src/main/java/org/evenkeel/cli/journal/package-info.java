/** Reading and printing for {@code evenkeel journal}. */
@NullMarked
package org.evenkeel.cli.journal;

import org.jspecify.annotations.NullMarked;
