/** Naive Fibonacci numbers, every call a task: shows what a task costs. */
@NullMarked
package org.evenkeel.examples.fib;

import org.jspecify.annotations.NullMarked;
