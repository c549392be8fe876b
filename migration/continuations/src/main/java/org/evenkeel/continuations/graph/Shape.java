package org.evenkeel.continuations.graph;

import org.jspecify.annotations.Nullable;

/**
 * How objects of one sort are written: a header from which the object, or room for it, can be made;
 * a body with its plain values; and its parts, the objects it refers to.
 */
abstract class Shape {

    static final @Nullable Object[] NO_PARTS = {};

    /** Whether this is how to write the object. */
    abstract boolean fits(Object object, Classes classes);

    /** What it refers to. */
    @Nullable Object[] parts(Object object) throws UncapturableObjectException {
        return NO_PARTS;
    }

    /** What the part of this number is to the object, for messages. */
    String partName(Object object, int number) {
        return "[" + number + "]";
    }

    void writeHeader(Object object, GraphOutput graphOutput) throws UncapturableObjectException {
        graphOutput.name(object.getClass().getName());
    }

    /** Reads what {@link #writeHeader} wrote. */
    abstract Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph;

    /** The object itself, without its parts; null if it can only be made of its parts. */
    @Nullable Object allocate(Object header) {
        return header;
    }

    void writeBody(Object object, GraphOutput graphOutput) {}

    /** Reads what {@link #writeBody} wrote. */
    @Nullable Object readBody(Object header, GraphInput graphInput) throws DamagedGraph {
        return null;
    }

    /** Gives an allocated object its body and parts. */
    void fill(Object object, @Nullable Object body, @Nullable Object[] parts) throws DamagedGraph {}

    /** Makes the object of its parts, all of which are there. */
    Object make(Object header, @Nullable Object body, @Nullable Object[] parts)
            throws DamagedGraph {
        throw new DamagedGraph("an object without a value");
    }
}
