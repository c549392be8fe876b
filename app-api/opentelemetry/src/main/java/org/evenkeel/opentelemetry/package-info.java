/** Traces of tasks by OpenTelemetry: spans in the program and in the workers, in one trace. */
@NullMarked
package org.evenkeel.opentelemetry;

import org.jspecify.annotations.NullMarked;
