package org.evenkeel.cli.top;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.evenkeel.cli.text.TerminalColours;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Shows a state on a terminal until a key or a signal ends it; then the terminal is as it was
 * before. All of it is done by the thread that calls.
 */
public final class TopTerminal {
    /** How soon after an answer it is seen. */
    private static final long KEY_MILLIS = 100;

    /** What to do instead. */
    public static final String WITHOUT_TERMINAL =
            "evenkeel top --once prints one screen, evenkeel nodes --json is for programs";

    private static final int DEFAULT_COLUMNS = 80;
    private static final int DEFAULT_ROWS = 24;

    /** What ends it besides keys. */
    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

    private final Terminal terminal;
    private final TopState state;
    private final Asker asker;
    private final TerminalColours colours;
    private final AtomicBoolean resized = new AtomicBoolean(true);
    private final AtomicBoolean signalled = new AtomicBoolean();
    private int columns;
    private int rows;
    private List<Line> drawn = List.of();

    TopTerminal(Terminal terminal, TopState state, Asker asker, TerminalColours colours) {
        this.terminal = terminal;
        this.state = state;
        this.asker = asker;
        this.colours = colours;
    }

    /**
     * Shows a state on the terminal of this process, to its end.
     *
     * @throws IOException if standard input or output is no terminal that can be drawn on
     */
    public static void show(TopState state, Asker asker, TerminalColours colours)
            throws IOException {
        try (Terminal terminal = open()) {
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                throw new IOException(
                        "the terminal cannot place text (TERM is %s); %s"
                                .formatted(terminal.getType(), WITHOUT_TERMINAL));
            }
            new TopTerminal(terminal, state, asker, colours).run();
        }
    }

    private static Terminal open() throws IOException {
        try {
            return TerminalBuilder.builder()
                    .name("evenkeel top")
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .dumb(false)
                    // It would ask the terminal, and wait for an answer that many do not give.
                    .graphemeCluster(false)
                    .build();
        } catch (IllegalStateException e) {
            throw new IOException(
                    "standard input or output is not a terminal; " + WITHOUT_TERMINAL, e);
        }
    }

    /** Until it ends. */
    void run() {
        Attributes before = terminal.getAttributes();
        Map<String, @Nullable Object> handlers = new LinkedHashMap<>();
        SIGNALS.forEach(
                name -> handlers.put(name, Signals.register(name, () -> signalled.set(true))));
        Terminal.SignalHandler handler =
                terminal.handle(Terminal.Signal.WINCH, _ -> resized.set(true));
        try {
            enter();
            KeyReader keys = new KeyReader(this::read);
            while (!state.isEnded() && !signalled.get()) {
                takeAnswers();
                draw();
                Key key = keys.next(KEY_MILLIS);
                if (key != null) {
                    state.press(key);
                    asker.want(state.isPaused(), state.openTask());
                }
            }
        } finally {
            leave(before);
            terminal.handle(Terminal.Signal.WINCH, handler);
            handlers.forEach(Signals::unregister);
        }
    }

    /** Keys come one by one, Ctrl-C and Ctrl-Z too, and what was on the screen is kept. */
    private void enter() {
        terminal.enterRawMode();
        Attributes keys = new Attributes(terminal.getAttributes());
        keys.setLocalFlag(Attributes.LocalFlag.ISIG, false);
        terminal.setAttributes(keys);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.clear_screen);
    }

    private void leave(Attributes before) {
        terminal.puts(Capability.clear_screen);
        terminal.puts(Capability.exit_ca_mode);
        terminal.puts(Capability.cursor_normal);
        terminal.flush();
        terminal.setAttributes(before);
    }

    /** A terminal that is gone sends no more. */
    private int read(long millis) {
        try {
            return terminal.reader().read(millis);
        } catch (IOException e) {
            return NonBlockingReader.EOF;
        }
    }

    private void takeAnswers() {
        LookUpdate look = asker.takeLook();
        if (look != null) {
            state.accept(look);
        }
        StoryUpdate story = asker.takeStory();
        if (story != null) {
            state.accept(story);
        }
    }

    private void draw() {
        boolean anew = resized.getAndSet(false);
        if (anew) {
            Size size = terminal.getSize();
            columns = size.getColumns() > 0 ? size.getColumns() : DEFAULT_COLUMNS;
            rows = size.getRows() > 0 ? size.getRows() : DEFAULT_ROWS;
            terminal.puts(Capability.clear_screen);
        }
        List<Line> lines = TopScreen.lines(state, columns, rows, System.nanoTime());
        if (!anew && lines.equals(drawn)) {
            return;
        }
        drawn = lines;
        for (int row = 0; row < lines.size(); row++) {
            Line line = lines.get(row);
            terminal.puts(Capability.cursor_address, row, 0);
            terminal.writer().write(line.painted(colours));
            if (Cells.width(line.text()) < columns) {
                terminal.puts(Capability.clr_eol);
            }
        }
        terminal.flush();
    }
}
