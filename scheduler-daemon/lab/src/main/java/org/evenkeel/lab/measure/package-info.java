/** Measures workloads on clusters whose machines are emulated here. */
@NullMarked
package org.evenkeel.lab.measure;

import org.jspecify.annotations.NullMarked;
