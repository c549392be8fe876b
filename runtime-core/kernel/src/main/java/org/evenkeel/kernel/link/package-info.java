/** The rules of a link between two daemons: when it is dialled, which one stays, when it ends. */
@NullMarked
package org.evenkeel.kernel.link;

import org.jspecify.annotations.NullMarked;
