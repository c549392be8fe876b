package org.evenkeel.wire;

import com.google.protobuf.CodedOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** Samples of stacks, counted within a bound; of one thread. */
public final class StackSamples {

    /** Bytes of a stack in an answer besides its frames. */
    private static final int MAX_HEAD = 20;

    private final int maxBytes;
    private final Map<String, Long> stacks = new HashMap<>();
    private int bytes;
    private long leftOut;

    /**
     * @param maxBytes of the frames of all stacks; samples of more stacks are only counted
     */
    public StackSamples(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * @param frames of a stack, as ProfiledStack has them
     */
    public void add(String frames, long samples) {
        boolean known = stacks.containsKey(frames);
        int size = known ? 0 : CodedOutputStream.computeStringSizeNoTag(frames);
        if (bytes + size > maxBytes) {
            leftOut += samples;
        } else {
            bytes += size;
            stacks.merge(frames, samples, Long::sum);
        }
    }

    /** Samples of stacks that are not known. */
    public void addLeftOut(long samples) {
        leftOut += samples;
    }

    /**
     * Gives the stacks with the most samples, as many as fit.
     *
     * @param maxBytes of those stacks in an answer
     * @return samples of all others
     */
    public long most(int maxBytes, ObjLongConsumer<String> to) {
        List<Map.Entry<String, Long>> sorted =
                stacks.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .toList();
        int sent = 0;
        long left = leftOut;
        for (Map.Entry<String, Long> one : sorted) {
            sent += CodedOutputStream.computeStringSizeNoTag(one.getKey()) + MAX_HEAD;
            if (sent <= maxBytes) {
                to.accept(one.getKey(), one.getValue());
            } else {
                left += one.getValue();
            }
        }
        return left;
    }
}
