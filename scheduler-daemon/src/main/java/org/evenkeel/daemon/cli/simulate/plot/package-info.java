/** Pictures of results; with the one of plans the only place that knows the drawing library. */
@NullMarked
package org.evenkeel.daemon.cli.simulate.plot;

import org.jspecify.annotations.NullMarked;
