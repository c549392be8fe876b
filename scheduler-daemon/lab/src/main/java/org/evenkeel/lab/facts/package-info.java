/** Programs in JVMs of their own that tell commands what they do and what came out. */
@NullMarked
package org.evenkeel.lab.facts;

import org.jspecify.annotations.NullMarked;
