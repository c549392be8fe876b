/** Pictures of results; with the one of plans the only place that knows the drawing library. */
@NullMarked
package org.evenkeel.lab.simulate.plot;

import org.jspecify.annotations.NullMarked;
