/** Runs a program that was written for an executor service on a cluster. */
@NullMarked
package org.evenkeel.examples.executor;

import org.jspecify.annotations.NullMarked;
