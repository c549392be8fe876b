/** Human-readable text: tables, colours, stories of tasks. */
@NullMarked
package org.evenkeel.cli.text;

import org.jspecify.annotations.NullMarked;
