/** Tasks in the middle of a stream; needs Java 24 or newer. */
@NullMarked
package org.evenkeel.streams;

import org.jspecify.annotations.NullMarked;
