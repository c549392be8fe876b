/** The code of a program as it is sent: named by content, one part per class path entry. */
@NullMarked
package org.evenkeel.client.bundle;

import org.jspecify.annotations.NullMarked;
