package org.evenkeel.graphs;

import java.util.Arrays;

/**
 * When something that does one thing at a time is free: a tree of gaps, ordered by their start,
 * each node with the widest gap below it. Asking, taking and giving back is O(log gaps); what comes
 * at the end of all that is taken is O(1).
 *
 * <p>A treap: the priority of a node is its number, mixed, so that the same calls make the same
 * tree.
 */
final class GapTree {
    private static final int NONE = 0;
    private static final int FIRST_CAPACITY = 16;

    /** Whether gaps without length are kept: where one thing ends as the next begins. */
    private final boolean keepsPoints;

    private long[] start = new long[FIRST_CAPACITY];
    private long[] end = new long[FIRST_CAPACITY];
    private long[] widest = new long[FIRST_CAPACITY];
    private int[] left = new int[FIRST_CAPACITY];
    private int[] right = new int[FIRST_CAPACITY];
    private int root = NONE;
    private int nodes = 1; // node 0 stands for none
    private int free = NONE; // nodes returned, linked by their left

    /** From here on everything is free; no gap of the tree reaches it. */
    private long tail;

    /** No gap of the tree ends later. */
    private long latestEnd;

    /** Nodes that were looked at so far. */
    private long steps;

    /** The way down to where a search ended. */
    private int[] way = new int[64];

    GapTree(boolean keepsPoints) {
        this.keepsPoints = keepsPoints;
        widest[NONE] = -1;
    }

    /** Nodes that were looked at so far: what all calls together have cost. */
    long steps() {
        return steps;
    }

    /** The earliest start of so much free time at or after a time. */
    long earliest(long from, long length) {
        if (from >= tail) {
            return from;
        }
        if (widest[root] < length || latestEnd - length < from) {
            return tail;
        }
        long found = earliestInTree(from, length);
        return found < 0 ? tail : found;
    }

    private long earliestInTree(long from, long length) {
        int depth = 0;
        int node = root;
        while (node != NONE) {
            steps++;
            if (start[node] > from) {
                if (depth == way.length) {
                    way = Arrays.copyOf(way, 2 * depth);
                }
                way[depth++] = node;
                node = left[node];
            } else if (end[node] - from >= length) {
                return from;
            } else {
                node = right[node];
            }
        }
        while (depth > 0) {
            steps++;
            node = way[--depth];
            if (end[node] - start[node] >= length) {
                return start[node];
            }
            if (widest[right[node]] >= length) {
                return firstOf(right[node], length);
            }
        }
        return -1;
    }

    private long firstOf(int top, long length) {
        int node = top;
        while (true) {
            steps++;
            if (widest[left[node]] >= length) {
                node = left[node];
            } else if (end[node] - start[node] >= length) {
                return start[node];
            } else {
                node = right[node];
            }
        }
    }

    /** Takes time that is free; its length is positive. */
    void take(long from, long length) {
        long to = from + length;
        if (from >= tail) {
            if (from > tail || keepsPoints) {
                insert(tail, from);
            }
            tail = to;
            return;
        }
        int gap = floor(from);
        long gapEnd = end[gap];
        boolean before = from > start[gap] || keepsPoints;
        boolean behind = to < gapEnd || keepsPoints;
        if (before) {
            end[gap] = from;
            if (behind) {
                insert(to, gapEnd); // passes by the gap, its predecessor
            } else {
                refresh(start[gap]);
            }
        } else if (behind) {
            start[gap] = to; // nothing lies between
            refresh(to);
        } else {
            root = without(root, start[gap]);
        }
    }

    /** Returns what was taken; not where points are kept. */
    void free(long from, long length) {
        long to = from + length;
        int before = floor(from);
        boolean joinsBefore = before != NONE && end[before] == from;
        if (to == tail) {
            tail = joinsBefore ? start[before] : from;
            if (joinsBefore) {
                root = without(root, start[before]);
            }
            return;
        }
        int behind = floor(to);
        boolean joinsBehind = behind != NONE && start[behind] == to;
        long gapEnd = joinsBehind ? end[behind] : to;
        if (joinsBefore) {
            if (joinsBehind) {
                root = without(root, to);
            }
            end[before] = gapEnd;
            latestEnd = Math.max(latestEnd, gapEnd);
            refresh(start[before]);
        } else if (joinsBehind) {
            start[behind] = from;
            refresh(from);
        } else {
            insert(from, to);
        }
    }

    /** The last gap that starts at a time or before. */
    private int floor(long time) {
        int found = NONE;
        int node = root;
        while (node != NONE) {
            steps++;
            if (start[node] <= time) {
                found = node;
                node = right[node];
            } else {
                node = left[node];
            }
        }
        return found;
    }

    private void insert(long from, long to) {
        int node = free;
        if (node == NONE) {
            node = nodes++;
            if (node == start.length) {
                grow();
            }
        } else {
            free = left[node];
        }
        start[node] = from;
        end[node] = to;
        left[node] = NONE;
        right[node] = NONE;
        latestEnd = Math.max(latestEnd, to);
        root = with(root, node);
    }

    private void grow() {
        int capacity = 2 * start.length;
        start = Arrays.copyOf(start, capacity);
        end = Arrays.copyOf(end, capacity);
        widest = Arrays.copyOf(widest, capacity);
        left = Arrays.copyOf(left, capacity);
        right = Arrays.copyOf(right, capacity);
    }

    private int with(int top, int node) {
        if (top == NONE || priority(node) > priority(top)) {
            split(top, node);
            update(node);
            return node;
        }
        if (start[node] < start[top]) {
            left[top] = with(left[top], node);
        } else {
            right[top] = with(right[top], node);
        }
        update(top);
        return top;
    }

    /** What is below {@code top} becomes the left and the right of a node. */
    private void split(int top, int node) {
        if (top == NONE) {
            return;
        }
        if (start[top] < start[node]) {
            split(right[top], node);
            right[top] = left[node];
            left[node] = top;
        } else {
            split(left[top], node);
            left[top] = right[node];
            right[node] = top;
        }
        update(top);
    }

    private int without(int top, long key) {
        if (start[top] == key) {
            int rest = joined(left[top], right[top]);
            left[top] = free;
            free = top;
            return rest;
        }
        if (key < start[top]) {
            left[top] = without(left[top], key);
        } else {
            right[top] = without(right[top], key);
        }
        update(top);
        return top;
    }

    private int joined(int a, int b) {
        if (a == NONE || b == NONE) {
            return a == NONE ? b : a;
        }
        if (priority(a) > priority(b)) {
            right[a] = joined(right[a], b);
            update(a);
            return a;
        }
        left[b] = joined(a, left[b]);
        update(b);
        return b;
    }

    /** A gap has changed: so may the widest of those above it. */
    private void refresh(long key) {
        int depth = 0;
        int node = root;
        while (start[node] != key) {
            if (depth == way.length) {
                way = Arrays.copyOf(way, 2 * depth);
            }
            way[depth++] = node;
            node = key < start[node] ? left[node] : right[node];
        }
        update(node);
        while (depth > 0) {
            update(way[--depth]);
        }
    }

    private void update(int node) {
        steps++;
        widest[node] =
                Math.max(
                        end[node] - start[node], Math.max(widest[left[node]], widest[right[node]]));
    }

    private static int priority(int node) {
        int mixed = node * 0x9E3779B9;
        mixed = (mixed ^ mixed >>> 16) * 0x85EBCA6B;
        mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
        return mixed ^ mixed >>> 16;
    }
}
