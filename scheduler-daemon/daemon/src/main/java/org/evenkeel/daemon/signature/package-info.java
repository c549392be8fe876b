/** Whether a jar is signed as a whole by somebody who is trusted here. */
@NullMarked
package org.evenkeel.daemon.signature;

import org.jspecify.annotations.NullMarked;
