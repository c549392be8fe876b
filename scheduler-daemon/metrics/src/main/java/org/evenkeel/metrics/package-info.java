/** Figures of nodes as metrics of Prometheus and OpenTelemetry. */
@NullMarked
package org.evenkeel.metrics;

import org.jspecify.annotations.NullMarked;
