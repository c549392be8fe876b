/** For tests of programs: a JUnit extension that gives a test a cluster. */
@NullMarked
package org.evenkeel.test;

import org.jspecify.annotations.NullMarked;
