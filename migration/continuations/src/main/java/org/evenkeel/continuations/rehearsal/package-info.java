/** A small program that idle workers migrate once, to warm up the code before a real migration. */
@NullMarked
package org.evenkeel.continuations.rehearsal;

import org.jspecify.annotations.NullMarked;
