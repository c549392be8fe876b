/** What {@code evenkeel lab bench} measures against: the same hops with nothing in them. */
@NullMarked
package org.evenkeel.lab.bench;

import org.jspecify.annotations.NullMarked;
