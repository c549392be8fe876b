/** Policies: a view of one node in, a decision with its reason out. */
@NullMarked
package org.evenkeel.kernel.policy;

import org.jspecify.annotations.NullMarked;
