package org.evenkeel.kernel.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key with its live entries, one of each kind.
 *
 * @param entries at least one
 */
public record LiveKey(Key key, List<Entry> entries) {

    /** The live entry of this kind, null when there is none. */
    public @Nullable Entry of(int kind) {
        for (Entry entry : entries) {
            if (entry.kind() == kind) {
                return entry;
            }
        }
        return null;
    }
}
