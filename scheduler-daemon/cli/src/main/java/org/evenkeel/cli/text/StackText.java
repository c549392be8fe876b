package org.evenkeel.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.wire.proto.StackAnswer;

/**
 * The threads of a task as text: each with its state, then its frames, and below a frame what it
 * waits for or has locked.
 */
public record StackText(String task, StackAnswer answer, TerminalColours terminalColours) {

    private static final String INDENT = "    ";

    /** The lines without their ends. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (StackAnswer.Thread thread : answer.getThreadsList()) {
            lines.add(head(thread));
            for (String line : thread.getLinesList()) {
                lines.add(
                        line.startsWith("- ")
                                ? INDENT + INDENT + terminalColours.faint(line)
                                : INDENT + line);
            }
            lines.add("");
        }
        if (answer.getLeftOut() > 0) {
            lines.add(answer.getLeftOut() + " more threads are not shown: there are too many");
        }
        return lines;
    }

    private String head(StackAnswer.Thread thread) {
        StringBuilder head = new StringBuilder();
        boolean asked = thread.getTask().equals(task);
        if (!thread.getTask().isEmpty()) {
            String words = asked ? "runs the task" : "runs task " + thread.getTask();
            head.append(asked ? terminalColours.bold(words) : words);
        } else {
            head.append('"').append(thread.getName()).append('"');
        }
        head.append(thread.getVirtual() ? ", virtual thread " : ", thread ")
                .append(thread.getId())
                .append(": ")
                .append(state(thread));
        if (thread.getAlike() > 0) {
            head.append("; ")
                    .append(thread.getAlike())
                    .append(thread.getAlike() == 1 ? " more is" : " more are")
                    .append(" like it");
        }
        return head.toString();
    }

    private static String state(StackAnswer.Thread thread) {
        return switch (thread.getState()) {
            case "RUNNABLE" ->
                    thread.getVirtual() && thread.getLinesCount() == 0
                            ? "has not begun: it waits for a processor"
                            : "runs";
            case "BLOCKED" -> "waits to lock";
            case "WAITING" -> "waits";
            case "TIMED_WAITING" -> "waits for a time";
            default -> thread.getState();
        };
    }
}
