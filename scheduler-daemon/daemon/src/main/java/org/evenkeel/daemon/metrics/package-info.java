/** How a daemon offers its figures as metrics. */
@NullMarked
package org.evenkeel.daemon.metrics;

import org.jspecify.annotations.NullMarked;
