/** Pictures of results; the only place that knows the drawing library. */
@NullMarked
package org.evenkeel.daemon.cli.simulate.plot;

import org.jspecify.annotations.NullMarked;
