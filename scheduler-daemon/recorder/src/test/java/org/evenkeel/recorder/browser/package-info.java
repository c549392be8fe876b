/** Pages in a real browser. */
@NullMarked
package org.evenkeel.recorder.browser;

import org.jspecify.annotations.NullMarked;
