/** What tasks did, from the records of the nodes' traces. */
@NullMarked
package org.evenkeel.recorder.history;

import org.jspecify.annotations.NullMarked;
