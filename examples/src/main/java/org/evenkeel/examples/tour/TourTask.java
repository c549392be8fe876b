package org.evenkeel.examples.tour;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** The part of the search whose trips begin with two certain towns. */
public final class TourTask implements Task<TourSearch.Found> {
    private final int[][] distances;
    private final int first;
    private final int second;
    private final int atMost;

    TourTask(int[][] distances, int first, int second, int atMost) {
        this.distances = distances;
        this.first = first;
        this.second = second;
        this.atMost = atMost;
    }

    @Override
    public TourSearch.Found run(TaskContext context) {
        return new TourSearch(distances, atMost).over(context, first, second);
    }
}
