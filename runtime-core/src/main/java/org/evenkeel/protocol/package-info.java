/** The messages between daemons, one type each. */
@NullMarked
package org.evenkeel.protocol;

import org.jspecify.annotations.NullMarked;
