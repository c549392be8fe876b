/** Human-readable text: tables, colours, stories of tasks. */
@NullMarked
package org.evenkeel.daemon.cli.show;

import org.jspecify.annotations.NullMarked;
