package org.evenkeel.examples.mandelbrot;

import java.util.concurrent.Callable;

/** Colours of one row of the picture, from left to right. */
public record Row(int y, int width, int height, int maxIterations) implements Callable<int[]> {

    @Override
    public int[] call() {
        int[] colours = new int[width];
        double scale = 3.0 / width;
        for (int x = 0; x < width; x++) {
            colours[x] = colour(scale * x - 2.25, scale * (y - height / 2.0));
        }
        return colours;
    }

    private int colour(double re, double im) {
        double a = 0;
        double b = 0;
        for (int i = 0; i < maxIterations; i++) {
            double next = a * a - b * b + re;
            b = 2 * a * b + im;
            a = next;
            if (a * a + b * b > 4) {
                int blue = Math.min(255, 16 * i);
                int other = Math.min(255, 3 * i);
                return other << 16 | other << 8 | blue;
            }
        }
        return 0;
    }
}
