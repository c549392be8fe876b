package org.evenkeel.model.topology;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of equal length, the last one perhaps shorter. Up to four neighbours; on a torus the ends of
 * every row and column are neighbours too.
 *
 * @param columns nodes in a row, 0 for a grid as nearly square as possible
 * @param rows rows as configured, for the name only: more or fewer nodes make more or fewer rows
 * @param torus whether rows and columns are closed
 */
record Grid(int rows, int columns, boolean torus) implements Topology {

    @Override
    public String name() {
        String kind = torus ? "torus" : "mesh";
        return columns == 0 ? kind : kind + "(" + rows + "x" + columns + ")";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        Indices.check(index, nodes);
        int width = columns == 0 ? (int) Math.ceil(Math.sqrt(nodes)) : Math.min(columns, nodes);
        int rowStart = index / width * width;
        int rowLength = Math.min(width, nodes - rowStart);
        int column = index % width;
        int columnLength = (nodes - column + width - 1) / width;
        int row = index / width;
        IntStream.Builder found = IntStream.builder();
        addLine(found, column, rowLength, rowStart, 1);
        addLine(found, row, columnLength, column, width);
        return Indices.ascending(index, found.build());
    }

    private void addLine(IntStream.Builder found, int at, int length, int start, int stride) {
        if (at > 0 || torus) {
            found.add(start + (at + length - 1) % length * stride);
        }
        if (at < length - 1 || torus) {
            found.add(start + (at + 1) % length * stride);
        }
    }
}
