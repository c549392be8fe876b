/** What {@code evenkeel demo} does: a temporary cluster, a program on it, and words for both. */
@NullMarked
package org.evenkeel.lab.demo;

import org.jspecify.annotations.NullMarked;
