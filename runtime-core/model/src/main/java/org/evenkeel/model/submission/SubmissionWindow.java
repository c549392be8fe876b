package org.evenkeel.model.submission;

/** The window of open tasks: how many the daemon permits, in tasks and bytes, and how many are. */
final class SubmissionWindow {

    /** Blocked submitters are woken together when this share (1/n) of the window is free. */
    private static final int WAKE_SHARE = 8;

    private int windowTasks = 1;
    private long windowBytes = 1;
    private int openTasks;
    private long openBytes;
    private int endedTasks;
    private long endedBytes;

    /** At least one task, of any size, may be open. */
    void set(int tasks, long bytes) {
        windowTasks = Math.max(1, tasks);
        windowBytes = Math.max(1, bytes);
    }

    int tasks() {
        return windowTasks;
    }

    int openTasks() {
        return openTasks;
    }

    boolean hasRoom(int bytes) {
        return hasRoomBeside(0, 0, bytes);
    }

    /** Whether there were room for one more if so many of the open tasks were not. */
    boolean hasRoomBeside(int tasks, long bytes, int more) {
        int others = openTasks - tasks;
        long otherBytes = openBytes - bytes;
        return others < windowTasks && (others <= 0 || otherBytes + more <= windowBytes);
    }

    /** Whether so much is free that blocked submitters are worth waking. */
    boolean isRoomy() {
        return openTasks <= windowTasks - Math.max(1, windowTasks / WAKE_SHARE)
                && openBytes <= windowBytes - windowBytes / WAKE_SHARE;
    }

    /** Takes room that may not be there. */
    void take(int bytes) {
        openTasks++;
        openBytes += bytes;
    }

    void give(int bytes) {
        openTasks--;
        openBytes -= bytes;
    }

    /** A task ended, which keeps its room until {@link #giveEnded}. */
    void ended(int bytes) {
        endedTasks++;
        endedBytes += bytes;
    }

    /** Gives the room of those that ended. */
    void giveEnded() {
        openTasks -= endedTasks;
        openBytes -= endedBytes;
        endedTasks = 0;
        endedBytes = 0;
    }
}
