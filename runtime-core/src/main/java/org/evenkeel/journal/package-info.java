/**
 * A durable log of entries: segments, checksums, group commit, recovery, cleaning. It reaches its
 * files through {@link org.evenkeel.journal.Storage} only.
 */
@NullMarked
package org.evenkeel.journal;

import org.jspecify.annotations.NullMarked;
