package org.evenkeel.model.submission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the effects of a machine down in words. */
final class SpokenOutput implements SubmissionOutput<SpokenOutput.Item> {

    /** A task that is nothing but a number. */
    static final class Item extends OpenSubmission {
        Item(boolean durable) {
            super(durable);
        }

        @Override
        public String toString() {
            return String.valueOf(number());
        }
    }

    private final List<String> said = new ArrayList<>();

    /** What was said since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(said);
        said.clear();
        return taken;
    }

    @Override
    public void submit(Item task) {
        said.add("submit " + task + " in epoch " + task.epoch());
    }

    @Override
    public void acknowledge(long[] numbers, int count) {
        said.add("acknowledge " + Arrays.toString(Arrays.copyOf(numbers, count)));
    }

    @Override
    public void cancel(List<Item> tasks, String why) {
        said.add("cancel " + tasks + ": " + why);
    }

    @Override
    public void submittedAgain(long upTo) {
        said.add("submitted again up to " + upTo);
    }

    @Override
    public void dropped(Item task) {
        said.add("dropped " + task);
    }

    @Override
    public void lost(Item task) {
        said.add("lost " + task);
    }
}
