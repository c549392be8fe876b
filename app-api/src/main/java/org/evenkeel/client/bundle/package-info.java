/** A program's code as it travels: named by content, one part per class path entry. */
@NullMarked
package org.evenkeel.client.bundle;

import org.jspecify.annotations.NullMarked;
