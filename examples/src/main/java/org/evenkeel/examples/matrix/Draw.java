package org.evenkeel.examples.matrix;

import org.evenkeel.api.graph.Step0;

/**
 * Draws columns of a matrix.
 *
 * @param n rows
 * @param first column, counted from 0
 * @param count of columns
 */
public record Draw(int n, int first, int count, long seed) implements Step0<double[]> {
    @Override
    public double[] run() {
        return Columns.random(n, first, count, seed);
    }
}
