package org.evenkeel.kernel.load;

import java.util.List;
import org.evenkeel.kernel.load.QueueStackLoad.Rule;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.SpellingSuggestion;

/** The load models by the names that a configuration uses. */
public final class LoadModels {

    private static final List<String> NAMES =
            List.of("worker-busy", "queue-stack", "queue-stack-1997");

    /**
     * Reads {@code worker-busy}, {@code queue-stack} or {@code queue-stack(alpha=2)}.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static LoadModel parse(String text) {
        NameWithOptions choice = NameWithOptions.parse(text);
        return switch (choice.name()) {
            case "worker-busy" -> {
                choice.checkKeys(List.of());
                yield new WorkerBusyLoad();
            }
            case "queue-stack" -> queueStack(choice, Rule.LOW_IF_WORKER_IDLE);
            case "queue-stack-1997" -> queueStack(choice, Rule.LOW_IF_QUEUE_EMPTY);
            default ->
                    throw new IllegalArgumentException(
                            "unknown load model \""
                                    + choice.name()
                                    + "\"; "
                                    + SpellingSuggestion.hint(choice.name(), NAMES));
        };
    }

    private static QueueStackLoad queueStack(NameWithOptions choice, Rule rule) {
        choice.checkKeys(List.of("alpha"));
        String alpha = choice.option("alpha", "" + QueueStackLoad.DEFAULT_ALPHA);
        try {
            return new QueueStackLoad(Double.parseDouble(alpha), rule);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    choice.name() + ": option \"alpha\" is not a number: \"" + alpha + "\"", e);
        }
    }
}
