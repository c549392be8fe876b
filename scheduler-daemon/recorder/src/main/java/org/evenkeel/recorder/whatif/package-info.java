/** Forecasts of jobs from recorded moments, and what changes would change. */
@NullMarked
package org.evenkeel.recorder.whatif;

import org.jspecify.annotations.NullMarked;
