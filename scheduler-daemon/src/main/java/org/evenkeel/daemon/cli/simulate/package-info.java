/** What {@code evenkeel simulate} does: flags into experiments, runs, and what came out. */
@NullMarked
package org.evenkeel.daemon.cli.simulate;

import org.jspecify.annotations.NullMarked;
