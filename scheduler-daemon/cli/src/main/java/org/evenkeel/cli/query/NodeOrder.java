package org.evenkeel.cli.query;

import java.util.Comparator;

/** Names of nodes in order: n10 comes after n9. */
public final class NodeOrder {

    public static final Comparator<String> BY_NAME =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());
}
