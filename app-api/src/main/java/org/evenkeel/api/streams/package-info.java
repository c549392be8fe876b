/** Tasks in the middle of a stream; needs Java 24 or newer. */
@NullMarked
package org.evenkeel.api.streams;

import org.jspecify.annotations.NullMarked;
