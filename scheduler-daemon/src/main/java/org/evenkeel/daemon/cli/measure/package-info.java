/** Measures workloads on clusters whose machines are emulated here. */
@NullMarked
package org.evenkeel.daemon.cli.measure;

import org.jspecify.annotations.NullMarked;
