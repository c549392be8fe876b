/** Text for people: tables, colours, stories of tasks. */
@NullMarked
package org.evenkeel.cli.show;

import org.jspecify.annotations.NullMarked;
