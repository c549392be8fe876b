package org.evenkeel.cli.top;

import java.time.ZoneId;
import java.util.List;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.top.Key.Kind;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * What {@code top} shows: the newest look, and what keys have chosen of it. It knows no clock and
 * no terminal.
 */
public final class TopState {
    private static final int PAGE = 10;
    private static final int MAX_FILTER = 80;

    /** What is on the screen. */
    enum Page {
        TABLES,
        FILTER,
        TASK,
        KEYS
    }

    private final ZoneId zone;
    private final Table<MachineRow> machines = Tables.machines();
    private final Table<JobLine> jobs = Tables.jobs();
    private final Table<TaskRow> tasks = Tables.tasks();
    private final List<Table<?>> tables = List.of(machines, jobs, tasks);
    private final StateTimes watch = new StateTimes();

    private List<MachineRow> machineRows = List.of();
    private @Nullable Look look;
    private String failure = "";
    private Table<?> focus = tasks;
    private Page page = Page.TABLES;
    private @Nullable StoryPage story;
    private String note = "";
    private boolean paused;
    private boolean ended;

    /**
     * @param zone in which it tells times
     */
    public TopState(ZoneId zone) {
        this.zone = zone;
    }

    /** Takes what came of asking; while it is paused, what is shown stays. */
    public void accept(LookUpdate update) {
        if (paused) {
            return;
        }
        failure = update.failure();
        Look newest = update.look();
        if (newest != null) {
            machineRows = MachineRow.list(look, newest, zone);
            machines.set(machineRows, false);
            jobs.set(newest.jobs(), newest.moreJobs());
            tasks.set(watch.rows(newest), newest.moreTasks());
            look = newest;
        }
    }

    /** Takes what nodes tell of the task that is open. */
    void accept(StoryUpdate update) {
        if (story != null) {
            story.accept(update);
        }
    }

    /** Takes a key. */
    void press(Key key) {
        note = "";
        if (key.kind() == Kind.INTERRUPT || key.is('q') && page != Page.FILTER) {
            ended = true;
            return;
        }
        switch (page) {
            case TABLES -> pressInTables(key);
            case FILTER -> pressInFilter(key);
            case TASK -> pressInTask(key);
            case KEYS -> page = story == null ? Page.TABLES : Page.TASK;
        }
    }

    private void pressInTables(Key key) {
        switch (key.kind()) {
            case UP -> focus.move(-1);
            case DOWN -> focus.move(1);
            case PAGE_UP -> focus.move(-PAGE);
            case PAGE_DOWN -> focus.move(PAGE);
            case HOME -> focus.move(Integer.MIN_VALUE);
            case END -> focus.move(Integer.MAX_VALUE);
            case TAB, RIGHT -> turn(1);
            case BACK_TAB, LEFT -> turn(tables.size() - 1);
            case ENTER -> open();
            case ESCAPE -> focus.filter("");
            case CHARACTER -> pressCharacter(key);
            default -> {}
        }
    }

    private void pressCharacter(Key key) {
        switch (key.point()) {
            case 's' -> {
                focus.sortByNextColumn();
                note = focus.order();
            }
            case 'r' -> {
                focus.reverse();
                note = focus.order();
            }
            case '/' -> page = Page.FILTER;
            case 'p' -> paused = !paused;
            case '?' -> page = Page.KEYS;
            default -> {}
        }
    }

    private void pressInFilter(Key key) {
        String filter = focus.filter();
        switch (key.kind()) {
            case CHARACTER -> {
                if (filter.codePointCount(0, filter.length()) < MAX_FILTER) {
                    focus.filter(filter + Character.toString(key.point()));
                }
            }
            case BACKSPACE -> {
                int shorter = Math.max(0, filter.codePointCount(0, filter.length()) - 1);
                focus.filter(filter.substring(0, filter.offsetByCodePoints(0, shorter)));
            }
            case ESCAPE -> {
                focus.filter("");
                page = Page.TABLES;
            }
            case ENTER, TAB -> page = Page.TABLES;
            default -> {}
        }
    }

    private void pressInTask(Key key) {
        StoryPage open = story;
        if (open == null) {
            return;
        }
        switch (key.kind()) {
            case UP -> open.scroll(-1);
            case DOWN -> open.scroll(1);
            case PAGE_UP -> open.scroll(-PAGE);
            case PAGE_DOWN -> open.scroll(PAGE);
            case HOME -> open.scroll(Integer.MIN_VALUE);
            case END -> open.scroll(Integer.MAX_VALUE);
            case ESCAPE, BACKSPACE, LEFT -> {
                story = null;
                page = Page.TABLES;
            }
            case CHARACTER -> {
                if (key.is('p')) {
                    paused = !paused;
                } else if (key.is('?')) {
                    page = Page.KEYS;
                }
            }
            default -> {}
        }
    }

    private void turn(int by) {
        focus = tables.get((tables.indexOf(focus) + by) % tables.size());
    }

    /** Opens a task; of a machine or a job it shows the tasks. */
    private void open() {
        if (focus == machines) {
            // Not those of n10, if it is n1.
            machines.selected().ifPresent(row -> showTasksWith(Table.WHOLE + row.name()));
        } else if (focus == jobs) {
            jobs.selected().ifPresent(line -> showTasksWith(line.job().getJob()));
        } else {
            tasks.selected().ifPresent(row -> open(row.id()));
        }
    }

    private void showTasksWith(String text) {
        focus = tasks;
        tasks.filter(text);
    }

    private void open(String id) {
        try {
            story = new StoryPage(TaskId.parse(id), zone);
            page = Page.TASK;
        } catch (IllegalArgumentException e) {
            note = "a node named a task in a way that this version does not know";
        }
    }

    boolean isEnded() {
        return ended;
    }

    boolean isPaused() {
        return paused;
    }

    /** The task of which nodes are to tell; null for none. */
    @Nullable TaskId openTask() {
        return story == null ? null : story.task();
    }

    Page page() {
        return page;
    }

    @Nullable StoryPage story() {
        return story;
    }

    /** The newest look that is shown; null before the first one. */
    @Nullable Look look() {
        return look;
    }

    /** Why there is no newer look; empty where there is none to be expected. */
    String failure() {
        return failure;
    }

    /** What the last key has done, where the tables do not show it. */
    String note() {
        return note;
    }

    List<MachineRow> machineRows() {
        return machineRows;
    }

    List<Table<?>> tables() {
        return tables;
    }

    Table<JobLine> jobs() {
        return jobs;
    }

    Table<TaskRow> tasks() {
        return tasks;
    }

    Table<?> focus() {
        return focus;
    }
}
