/** What {@code evenkeel simulate} does: flags into experiments, runs, and what came out. */
@NullMarked
package org.evenkeel.lab.simulate;

import org.jspecify.annotations.NullMarked;
