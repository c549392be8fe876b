/** What a simulation counts and times. */
@NullMarked
package org.evenkeel.sim.measure;

import org.jspecify.annotations.NullMarked;
