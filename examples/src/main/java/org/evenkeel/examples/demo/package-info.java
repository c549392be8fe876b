/** The working half of {@code evenkeel demo}; the command line starts it and puts it into words. */
@NullMarked
package org.evenkeel.examples.demo;

import org.jspecify.annotations.NullMarked;
