/** The page of one job, in one file. */
@NullMarked
package org.evenkeel.recorder.report;

import org.jspecify.annotations.NullMarked;
