/** Forecasts of jobs from recorded moments, as it is and with changes. */
@NullMarked
package org.evenkeel.recorder.whatif;

import org.jspecify.annotations.NullMarked;
