/** What a simulation counts and times. */
@NullMarked
package org.evenkeel.simulator.measure;

import org.jspecify.annotations.NullMarked;
