package org.evenkeel.examples.tour;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Towns on a map of a million by a million steps, and how far they are apart. */
final class Towns {
    private static final int WIDTH = 1_000_000;

    private Towns() {}

    /** Distances between so many towns, rounded to whole steps; the same for the same seed. */
    static int[][] distances(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] x = random.ints(count, 0, WIDTH).toArray();
        int[] y = random.ints(count, 0, WIDTH).toArray();
        int[][] distances = new int[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                distances[i][j] = (int) Math.round(Math.hypot(x[i] - x[j], y[i] - y[j]));
            }
        }
        return distances;
    }

    /** A round trip that always goes to the nearest town next: none too good. */
    static int nearestFirst(int[][] distances) {
        boolean[] seen = new boolean[distances.length];
        int at = 0;
        int length = 0;
        for (int left = distances.length - 1; left > 0; left--) {
            seen[at] = true;
            int nearest = -1;
            for (int next = 0; next < distances.length; next++) {
                if (!seen[next] && (nearest < 0 || distances[at][next] < distances[at][nearest])) {
                    nearest = next;
                }
            }
            length += distances[at][nearest];
            at = nearest;
        }
        return length + distances[at][0];
    }

    /** The shortest round trip, by a table of all sets of towns (Held and Karp, 1962). */
    static int shortest(int[][] distances) {
        int count = distances.length - 1; // the last town is where the trip begins
        int[][] table = new int[1 << count][count];
        for (int[] row : table) {
            Arrays.fill(row, Integer.MAX_VALUE / 2);
        }
        for (int town = 0; town < count; town++) {
            table[1 << town][town] = distances[count][town];
        }
        for (int set = 1; set < table.length; set++) {
            for (int last = 0; last < count; last++) {
                for (int next = 0; next < count; next++) {
                    if ((set >> next & 1) == 0) {
                        int with = set | 1 << next;
                        table[with][next] =
                                Math.min(
                                        table[with][next],
                                        table[set][last] + distances[last][next]);
                    }
                }
            }
        }
        int best = Integer.MAX_VALUE;
        for (int last = 0; last < count; last++) {
            best = Math.min(best, table[table.length - 1][last] + distances[last][count]);
        }
        return best;
    }
}
