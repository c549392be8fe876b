/** The keepers' log by Apache Ratis: servers that agree on entries, and the way to them. */
@NullMarked
package org.evenkeel.keepers;

import org.jspecify.annotations.NullMarked;
