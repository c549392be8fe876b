/** What every example has around its algorithm: arguments, a progress bar, a report. */
@NullMarked
package org.evenkeel.examples.program;

import org.jspecify.annotations.NullMarked;
