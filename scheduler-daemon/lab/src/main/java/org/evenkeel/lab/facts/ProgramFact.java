package org.evenkeel.lab.facts;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/**
 * Something that a program tells: what it is about to do, or what came out.
 *
 * @param name what it is about
 */
public record ProgramFact(String name, Map<?, ?> fields) {

    static ProgramFact parse(String line) throws IOException {
        if (JSON.std.anyFrom(line) instanceof Map<?, ?> fields) {
            return new ProgramFact(String.valueOf(fields.get("fact")), fields);
        }
        throw new IOException("unexpected output of a program: \"" + line + "\"");
    }

    /** A whole number; 0 where there is none. */
    public long number(String field) {
        return fields.get(field) instanceof Number number ? number.longValue() : 0;
    }

    /** A number; 0 where there is none. */
    public double real(String field) {
        return fields.get(field) instanceof Number number ? number.doubleValue() : 0;
    }

    /** Fields of a field; none where there is none. */
    public Map<?, ?> map(String field) {
        return fields.get(field) instanceof Map<?, ?> map ? map : Map.of();
    }

    /** The same for what is inside of a field. */
    public ProgramFact inner(String field) {
        return new ProgramFact(field, map(field));
    }
}
