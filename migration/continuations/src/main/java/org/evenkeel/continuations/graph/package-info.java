/**
 * Objects to bytes and back, as they are: shared ones stay shared, cycles stay cycles, collections
 * keep their iterators. Used inside of workers only.
 *
 * <p>Unlike the payloads of {@code org.evenkeel.client.codec}, which are values, a graph is the
 * inside of a program that resumes with it. Neither writing nor reading goes deep into the thread's
 * stack.
 */
@NullMarked
package org.evenkeel.continuations.graph;

import org.jspecify.annotations.NullMarked;
