/**
 * A durable log of entries: segments, checksums, group commit, recovery, cleaning. It reaches its
 * files through {@link org.evenkeel.kernel.journal.Storage} only.
 */
@NullMarked
package org.evenkeel.kernel.journal;

import org.jspecify.annotations.NullMarked;
