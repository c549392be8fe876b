package org.evenkeel.lab.measure;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.evenkeel.lab.simulate.FlagException;

/** What can be measured: the workloads of the paper on phases. */
public enum Workloads {
    QUEENS("queens", "queens", 14, "14 queens"),
    QUEENS_15("queens-15", "queens", 15, "15 queens"),
    PRODUCT("product", "product", 1200, "product of 1,200 x 1,200 numbers"),
    SORT("sort", "sort", 640_000, "merge sort of 640,000 numbers"),
    RULES("rules", "rules", 100, "expert system, 700 persons");

    /** For people. */
    public static final String NAMES = "queens, queens-15, product, sort or rules";

    private final String flag;
    private final String word;
    private final int size;
    private final String title;

    Workloads(String flag, String word, int size, String title) {
        this.flag = flag;
        this.word = word;
        this.size = size;
        this.title = title;
    }

    /**
     * That of a flag's value.
     *
     * @throws FlagException if there is none
     */
    public static Workloads named(String flag, String name) {
        return Arrays.stream(values())
                .filter(one -> one.flag.equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new FlagException(
                                flag,
                                "\""
                                        + name
                                        + "\" is none of "
                                        + Arrays.stream(values())
                                                .map(one -> one.flag)
                                                .collect(Collectors.joining(", "))));
    }

    /** As the measuring program knows it. */
    String word() {
        return word;
    }

    /** How large it is. */
    int size() {
        return size;
    }

    /** For people. */
    public String title() {
        return title;
    }
}
