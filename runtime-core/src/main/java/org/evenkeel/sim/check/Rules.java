package org.evenkeel.sim.check;

import java.util.List;

/** The rules that every checked simulation obeys. */
public final class Rules {

    private Rules() {}

    public static List<Check> all() {
        return List.of();
    }
}
