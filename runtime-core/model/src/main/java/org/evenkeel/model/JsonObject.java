package org.evenkeel.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of a JSON object, in the order in which they were added. */
public final class JsonObject extends LinkedHashMap<String, Object> {

    /** Adds a field. */
    public JsonObject with(String name, Object value) {
        put(name, value);
        return this;
    }

    /** Adds a field where it is there; the value is ignored where it is not. */
    public JsonObject withIf(boolean there, String name, Object value) {
        return there ? with(name, value) : this;
    }

    /** Adds the fields of another object. */
    public JsonObject withAll(Map<String, ?> fields) {
        putAll(fields);
        return this;
    }
}
