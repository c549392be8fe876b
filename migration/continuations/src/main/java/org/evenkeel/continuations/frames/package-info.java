/**
 * What woven code itself calls: how an activation is put away and how it goes on. The only package
 * of the migration module that a program's classes can see.
 */
@NullMarked
package org.evenkeel.continuations.frames;

import org.jspecify.annotations.NullMarked;
