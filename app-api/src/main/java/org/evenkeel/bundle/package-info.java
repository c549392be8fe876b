/** The code of a program as it is sent: named by content, one part per class path entry. */
@NullMarked
package org.evenkeel.bundle;

import org.jspecify.annotations.NullMarked;
