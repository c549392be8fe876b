package org.evenkeel.kernel.policy;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.evenkeel.model.LoadState;

/**
 * The neighbours of one moment, and how many of those that are linked know this node in each state:
 * who has many need not look at all to see that nothing is to be told. Immutable; one that differs
 * in a neighbour shares the rest.
 */
public final class NeighbourList extends AbstractList<NeighbourView> implements RandomAccess {
    private static final int CHUNK_BITS = 6;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final NeighbourView[][] chunks;
    private final int size;
    private final int low;
    private final int moderate;
    private final int high;

    private NeighbourList(NeighbourView[][] chunks, int size, int low, int moderate, int high) {
        this.chunks = chunks;
        this.size = size;
        this.low = low;
        this.moderate = moderate;
        this.high = high;
    }

    /** These neighbours, in the order of C_S. */
    public static NeighbourList of(List<NeighbourView> views) {
        NeighbourView[][] chunks = new NeighbourView[(views.size() + CHUNK - 1) / CHUNK][];
        for (int i = 0; i < chunks.length; i++) {
            List<NeighbourView> some =
                    views.subList(i * CHUNK, Math.min(views.size(), (i + 1) * CHUNK));
            chunks[i] = some.toArray(NeighbourView[]::new);
        }
        return new NeighbourList(
                chunks,
                views.size(),
                count(views, LoadState.LOW),
                count(views, LoadState.MODERATE),
                count(views, LoadState.HIGH));
    }

    private static int count(List<NeighbourView> views, LoadState announced) {
        return views.stream().mapToInt(view -> known(view, announced)).sum();
    }

    private static int known(NeighbourView view, LoadState announced) {
        return view.linked() && view.announced() == announced ? 1 : 0;
    }

    /** The same with another view of one neighbour. */
    public NeighbourList with(int index, NeighbourView view) {
        NeighbourView before = get(index);
        NeighbourView[][] others = chunks.clone();
        others[index >> CHUNK_BITS] = others[index >> CHUNK_BITS].clone();
        others[index >> CHUNK_BITS][index & (CHUNK - 1)] = view;
        return new NeighbourList(
                others,
                size,
                low + known(view, LoadState.LOW) - known(before, LoadState.LOW),
                moderate + known(view, LoadState.MODERATE) - known(before, LoadState.MODERATE),
                high + known(view, LoadState.HIGH) - known(before, LoadState.HIGH));
    }

    /** Linked neighbours that know this node in this state. */
    public int announced(LoadState state) {
        return switch (state) {
            case LOW -> low;
            case MODERATE -> moderate;
            case HIGH -> high;
        };
    }

    @Override
    public NeighbourView get(int index) {
        return chunks[index >> CHUNK_BITS][index & (CHUNK - 1)];
    }

    @Override
    public int size() {
        return size;
    }
}
