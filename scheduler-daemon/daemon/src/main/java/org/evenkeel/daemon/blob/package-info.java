/** Payloads and code as files named by their content, and their transfer. */
@NullMarked
package org.evenkeel.daemon.blob;

import org.jspecify.annotations.NullMarked;
