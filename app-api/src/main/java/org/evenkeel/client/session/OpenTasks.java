package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Open tasks by number, in pages of {@value #PAGE}: numbers grow one by one, so a page serves many
 * tasks and nothing is boxed or hashed per task.
 *
 * <p>One thread at a time puts, in the order of the numbers; any thread removes. A page goes when
 * it is empty and nothing more will be put there; both sides check that, whichever comes last sees
 * it.
 */
final class OpenTasks {

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;

    private static final class Page extends AtomicReferenceArray<@Nullable OpenTask> {
        private static final long serialVersionUID = 1L;
        final long index;
        final AtomicInteger live = new AtomicInteger();

        Page(long index) {
            super(PAGE);
            this.index = index;
        }
    }

    private final ConcurrentHashMap<Long, Page> pages = new ConcurrentHashMap<>();
    private volatile Page last = new Page(-1);

    /** Any page; only to save looking it up again. */
    private Page lastFound = last;

    void put(OpenTask task) {
        long index = task.number >>> PAGE_BITS;
        Page page = last;
        if (page.index != index) {
            Page before = page;
            page = new Page(index);
            pages.put(index, page);
            last = page;
            dropIfEmpty(before);
        }
        page.live.incrementAndGet();
        page.set(slot(task.number), task);
    }

    private static int slot(long number) {
        return (int) number & PAGE - 1;
    }

    private @Nullable Page page(long number) {
        long index = number >>> PAGE_BITS;
        Page recent = lastFound; // read once: the reader thread mostly finds the same page again
        if (recent.index == index) {
            return recent;
        }
        Page newest = last;
        Page found = newest.index == index ? newest : pages.get(index);
        if (found != null) {
            lastFound = found;
        }
        return found;
    }

    @Nullable OpenTask get(long number) {
        Page page = page(number);
        return page == null ? null : page.get(slot(number));
    }

    /** Takes a task out; null when it is not there. */
    @Nullable OpenTask remove(long number) {
        Page page = page(number);
        if (page == null) {
            return null;
        }
        OpenTask task = page.getAndSet(slot(number), null);
        if (task != null && page.live.decrementAndGet() == 0) {
            dropIfEmpty(page);
        }
        return task;
    }

    private void dropIfEmpty(Page page) {
        if (page.live.get() == 0 && page.index != last.index) {
            pages.remove(page.index, page);
        }
    }

    /** All open tasks in the order of their numbers. */
    List<OpenTask> all() {
        List<OpenTask> tasks = new ArrayList<>();
        pages.keySet().stream()
                .sorted()
                .forEach(index -> {
                    Page page = pages.get(index);
                    for (int i = 0; page != null && i < PAGE; i++) {
                        OpenTask task = page.get(i);
                        if (task != null) {
                            tasks.add(task);
                        }
                    }
                });
        return tasks;
    }
}
