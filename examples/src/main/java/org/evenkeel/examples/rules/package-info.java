/** An expert system: rules applied to facts, on many nodes, until nothing new follows. */
@NullMarked
package org.evenkeel.examples.rules;

import org.jspecify.annotations.NullMarked;
