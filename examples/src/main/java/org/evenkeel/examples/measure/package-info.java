/** Runs workloads on machines whose speeds are given, and tells how long that took. */
@NullMarked
package org.evenkeel.examples.measure;

import org.jspecify.annotations.NullMarked;
