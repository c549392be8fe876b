package org.evenkeel.recorder.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.evenkeel.recorder.query.QueryDatabase.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Asks a recorder's directory. It asks again, with the files of then, if the recorder has deleted
 * one before it was read, or if one turned out to be damaged.
 *
 * @param directory its real path
 * @param damaged hears of files that turn out to be damaged
 */
public record StoreReader(Path directory, Limits limits, Consumer<Path> damaged) {
    private static final int ATTEMPTS = 5;

    /** What is asked of a database. */
    @FunctionalInterface
    public interface Question<T> {
        /** May be called several times. */
        T ask(QueryDatabase database) throws IOException;
    }

    /** Asks. */
    public <T> T ask(Question<T> question) throws IOException {
        return ask(question, null, () -> true);
    }

    /**
     * Asks.
     *
     * @param exported a file that the question may write; null for none
     * @param repeatable whether the question can be asked again
     */
    public <T> T ask(Question<T> question, @Nullable Path exported, BooleanSupplier repeatable)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            boolean last = attempt == ATTEMPTS;
            try (QueryDatabase database = QueryDatabase.open(directory, limits, exported)) {
                return question.ask(database);
            } catch (SegmentsChangedException e) {
                if (last || !repeatable.getAsBoolean()) {
                    throw e;
                }
            } catch (DamagedSegmentsException e) {
                e.files().forEach(damaged);
                if (last || !repeatable.getAsBoolean()) {
                    throw e;
                }
            }
        }
    }
}
