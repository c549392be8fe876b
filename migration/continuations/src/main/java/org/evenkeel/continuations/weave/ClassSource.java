package org.evenkeel.continuations.weave;

import org.jspecify.annotations.Nullable;

/** The classes of a program, by internal name ({@code org/app/Search$Node}). */
public interface ClassSource {

    /** The class file; null if the program has no such class. */
    byte @Nullable [] bytes(String name);
}
