package org.evenkeel.model.submission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Open tasks by number, in pages of {@value #PAGE}: numbers grow one by one, so a page serves many
 * tasks and nothing is boxed or hashed for most of them. Tasks are put in the order of their
 * numbers. A page goes when it is empty and nothing more will be put there.
 */
final class OpenSubmissionTable<T extends OpenSubmission> {

    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    private static final class Page {
        final long index;
        final @Nullable Object[] tasks = new Object[PAGE];
        int count;

        Page(long index) {
            this.index = index;
        }
    }

    /** In the order of their numbers, which is the one in which they were made. */
    private final Map<Long, Page> pages = new LinkedHashMap<>();

    private @Nullable Page last;

    /** Any page; only to save looking it up again. */
    private @Nullable Page found;

    void put(T task) {
        long index = task.number() >>> PAGE_BITS;
        Page page = last;
        if (page == null || page.index != index) {
            Page before = page;
            page = new Page(index);
            pages.put(index, page);
            last = page;
            if (before != null) {
                dropIfEmpty(before);
            }
        }
        page.count++;
        page.tasks[slot(task.number())] = task;
    }

    private static int slot(long number) {
        return (int) number & PAGE - 1;
    }

    private @Nullable Page page(long number) {
        long index = number >>> PAGE_BITS;
        Page recent = found;
        if (recent == null || recent.index != index) {
            recent = pages.get(index);
            if (recent != null) {
                found = recent;
            }
        }
        return recent;
    }

    @Nullable T get(long number) {
        Page page = page(number);
        return page == null ? null : task(page.tasks[slot(number)]);
    }

    /** Takes a task out; null when it is not there. */
    @Nullable T remove(long number) {
        Page page = page(number);
        if (page == null) {
            return null;
        }
        T task = task(page.tasks[slot(number)]);
        if (task != null) {
            page.tasks[slot(number)] = null;
            page.count--;
            dropIfEmpty(page);
        }
        return task;
    }

    private void dropIfEmpty(Page page) {
        Page newest = last;
        if (page.count == 0 && newest != null && page.index != newest.index) {
            pages.remove(page.index);
        }
    }

    /** All open tasks in the order of their numbers. */
    List<T> all() {
        List<T> tasks = new ArrayList<>();
        for (Page page : pages.values()) {
            for (int i = 0; i < PAGE; i++) {
                T task = task(page.tasks[i]);
                if (task != null) {
                    tasks.add(task);
                }
            }
        }
        return tasks;
    }

    @SuppressWarnings("unchecked") // only tasks are put there
    private @Nullable T task(@Nullable Object slot) {
        return (T) slot;
    }
}
