package org.evenkeel.recorder.report;

/** How many records the page of a job can be made of: they have to fit into memory. */
final class RecordLimit {

    /** Estimated: a task has six records, and what a page makes of it takes 600 bytes. */
    private static final long BYTES_OF_A_RECORD = 100;

    private static final long LEAST = 1_000_000;
    private static final long MOST = 8_000_000;

    /** Of this process: half of its heap, as other pages are made meanwhile. */
    static long most() {
        return most(Runtime.getRuntime().maxMemory());
    }

    static long most(long heapBytes) {
        return Math.clamp(heapBytes / 2 / BYTES_OF_A_RECORD, LEAST, MOST);
    }
}
