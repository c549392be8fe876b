/** A small program that idle workers move, once, before a real one is. */
@NullMarked
package org.evenkeel.continuations.rehearsal;

import org.jspecify.annotations.NullMarked;
