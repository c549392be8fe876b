package org.evenkeel.policy;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.evenkeel.model.LoadState;

/**
 * The neighbours of one moment, and how many of those that are linked know this node in each state:
 * who has many need not look at all to see that nothing is to be told. Immutable.
 */
public final class NeighbourList extends AbstractList<NeighbourView> implements RandomAccess {
    private final NeighbourView[] views;
    private final int[] told;

    /**
     * @param views in the order of C_S
     * @param told for each {@link LoadState}, by its ordinal, the linked neighbours that were told
     *     it last
     */
    public NeighbourList(NeighbourView[] views, int[] told) {
        this.views = views.clone();
        this.told = told.clone();
    }

    /** Linked neighbours that know this node in this state. */
    public int told(LoadState state) {
        return told[state.ordinal()];
    }

    @Override
    public NeighbourView get(int index) {
        return views[index];
    }

    @Override
    public int size() {
        return views.length;
    }
}
