package org.evenkeel.examples.tour;

import org.evenkeel.api.TaskContext;

/** Goes through the round trips that begin in a certain way and may be the shortest. */
final class TourSearch {

    /** With fewer towns left it is not worth being asked. */
    private static final int LEAST_TOWNS = 5;

    private final int[][] distances;
    private final int[] nearest;
    private final boolean[] seen;
    private final int[] order;
    private int best;
    private int[] bestOrder = {};
    private long places;

    /**
     * @param atMost length of a trip that is known
     */
    TourSearch(int[][] distances, int atMost) {
        this.distances = distances;
        this.best = atMost + 1;
        this.seen = new boolean[distances.length];
        this.order = new int[distances.length];
        this.nearest = new int[distances.length];
        for (int i = 0; i < distances.length; i++) {
            nearest[i] = Integer.MAX_VALUE;
            for (int j = 0; j < distances.length; j++) {
                nearest[i] = i == j ? nearest[i] : Math.min(nearest[i], distances[i][j]);
            }
        }
    }

    /** The shortest trip from town 0 over these two. */
    Found over(TaskContext context, int first, int second) {
        int rest = 0;
        for (int each : nearest) {
            rest += each;
        }
        visit(0, 0);
        visit(1, first);
        visit(2, second);
        resume(
                context,
                3,
                distances[0][first] + distances[first][second],
                rest - nearest[0] - nearest[first]);
        return new Found(best, bestOrder, places);
    }

    private void visit(int position, int town) {
        order[position] = town;
        seen[town] = true;
    }

    /**
     * @param count towns on the way so far
     * @param length of that way
     * @param rest what the way on takes at least, if every town's nearest is next
     */
    private void resume(TaskContext context, int count, int length, int rest) {
        places++;
        int at = order[count - 1];
        if (count == order.length) {
            int trip = length + distances[at][0];
            if (trip < best) {
                best = trip;
                bestOrder = order.clone();
            }
            return;
        }
        if (order.length - count >= LEAST_TOWNS) {
            context.checkpoint();
        }
        for (int next = 1; next < order.length; next++) {
            int farther = length + distances[at][next];
            if (!seen[next] && farther + rest - nearest[at] < best) {
                visit(count, next);
                resume(context, count + 1, farther, rest - nearest[at]);
                seen[next] = false;
            }
        }
    }

    /**
     * What a part of the search found.
     *
     * @param length of the shortest trip, above what was known when there is none in this part
     * @param order its towns; empty when there is none
     * @param places looked at
     */
    record Found(int length, int[] order, long places) {}
}
