/**
 * What woven code itself calls: how an activation is suspended and how it resumes. The only package
 * of the migration module that a program's classes can see.
 */
@NullMarked
package org.evenkeel.continuations.frames;

import org.jspecify.annotations.NullMarked;
