package org.evenkeel.continuations.graph;

import org.evenkeel.api.EvenkeelException;
import org.evenkeel.client.Handle;
import org.jspecify.annotations.Nullable;

/** Handles of the task's children. */
final class ChildShape extends Shape {

    private static final String[] NAMES = {"its result", "its failure", "where it ran"};

    @Override
    boolean fits(Object object, Classes classes) {
        return object instanceof ChildImage;
    }

    @Override
    @Nullable Object[] parts(Object object) {
        ChildImage image = (ChildImage) object;
        return image.state() == ChildImage.State.KNOWN
                ? new @Nullable Object[] {image.value(), image.failure(), image.node()}
                : NO_PARTS;
    }

    @Override
    String partName(Object object, int number) {
        return NAMES[number];
    }

    @Override
    void writeHeader(Object object, GraphOutput graphOutput) {
        ((ChildImage) object).write(graphOutput);
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        return classes.handles().make(ChildImage.read(graphInput));
    }

    @Override
    void fill(Object object, @Nullable Object body, @Nullable Object[] parts) throws DamagedGraph {
        if (parts.length == 0) {
            return;
        }
        if (parts.length != NAMES.length
                || parts[1] != null && !(parts[1] instanceof EvenkeelException)
                || !(parts[2] instanceof String node)) {
            throw new DamagedGraph("a child without an outcome");
        }
        ((Handle<?>) object).endAs(parts[0], (EvenkeelException) parts[1], node);
    }
}
