/** The messages that daemons exchange, one type each. */
@NullMarked
package org.evenkeel.model.protocol;

import org.jspecify.annotations.NullMarked;
