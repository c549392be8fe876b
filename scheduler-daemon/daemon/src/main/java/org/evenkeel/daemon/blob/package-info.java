/** Payloads and code as files named by their content, and how they travel. */
@NullMarked
package org.evenkeel.daemon.blob;

import org.jspecify.annotations.NullMarked;
