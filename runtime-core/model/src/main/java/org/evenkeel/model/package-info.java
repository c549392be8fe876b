/** Ids and immutable values shared by all modules. */
@NullMarked
package org.evenkeel.model;

import org.jspecify.annotations.NullMarked;
