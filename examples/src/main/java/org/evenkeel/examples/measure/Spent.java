package org.evenkeel.examples.measure;

/**
 * What tasks took; seconds all of it, waiting for children apart.
 *
 * @param processor time
 * @param due what that takes on the machines they were to run on
 * @param wall what they really took; more than due where this machine had too little for all
 */
public record Spent(double processor, double due, double wall) {
    static final Spent NOTHING = new Spent(0, 0, 0);

    Spent plus(Spent other) {
        return new Spent(processor + other.processor, due + other.due, wall + other.wall);
    }
}
