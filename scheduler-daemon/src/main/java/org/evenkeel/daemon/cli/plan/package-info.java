/** What {@code evenkeel plan} and {@code evenkeel experiment} read, print and draw. */
@NullMarked
package org.evenkeel.daemon.cli.plan;

import org.jspecify.annotations.NullMarked;
