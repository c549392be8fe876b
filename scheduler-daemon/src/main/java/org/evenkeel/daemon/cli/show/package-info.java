/** Text for people: tables, colours, stories of tasks. */
@NullMarked
package org.evenkeel.daemon.cli.show;

import org.jspecify.annotations.NullMarked;
