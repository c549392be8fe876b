/** The pages of a cluster, for browsers of this machine. */
@NullMarked
package org.evenkeel.recorder.dashboard;

import org.jspecify.annotations.NullMarked;
