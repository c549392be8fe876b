/** What a recorder has kept of a cluster, as it was at a moment. */
@NullMarked
package org.evenkeel.recorder.past;

import org.jspecify.annotations.NullMarked;
