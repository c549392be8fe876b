/**
 * A durable log of entries: segments, checks, group commit, recovery, cleaning. Its files are
 * reached through {@link org.evenkeel.kernel.journal.Storage} alone.
 */
@NullMarked
package org.evenkeel.kernel.journal;

import org.jspecify.annotations.NullMarked;
