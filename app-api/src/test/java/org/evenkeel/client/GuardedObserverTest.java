package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.observe.TaskObserver;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask.Ending;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an observer does, tasks are submitted and run. */
class GuardedObserverTest {

    private static final byte[] NOTE = {1, 2};
    private static final List<String> HEARD = new ArrayList<>();

    private final PayloadCodec codec = new PayloadCodec(getClass().getClassLoader());
    private final OpenSubmissions open = new OpenSubmissions(1, codec);
    private final Handle<Object> handle =
            new Handle<>(
                    open,
                    Kind.of(
                            new Kind.Attributes(
                                    1,
                                    "org.example.Search",
                                    Digest.NONE,
                                    new Kind.Limits(5, 0, 0, 0),
                                    null)),
                    null,
                    1);
    private final List<Encoded> submitted = new ArrayList<>();

    @TempDir Path folder;

    @BeforeEach
    void forget() {
        HEARD.clear();
    }

    /** Hears everything. */
    public static class Hearing implements TaskObserver {
        @Override
        public @Nullable Submission submits(String kind) {
            HEARD.add("submits " + kind);
            return new Submission() {
                @Override
                public byte[] note() {
                    return NOTE;
                }

                @Override
                public void submitted(String task) {
                    HEARD.add("submitted");
                }

                @Override
                public void refused(Throwable why) {
                    HEARD.add("refused " + why.getMessage());
                }

                @Override
                public void ended(End end) {
                    HEARD.add("ended " + end.succeeded() + " " + end.node() + end.note().length);
                }
            };
        }

        @Override
        public @Nullable Run begins(Begin begin) {
            return null;
        }
    }

    /** Fails in all it is asked. */
    public static class Failing implements TaskObserver {
        @Override
        public @Nullable Submission submits(String kind) {
            return new Submission() {
                @Override
                public byte[] note() {
                    throw new IllegalStateException("note");
                }

                @Override
                public void submitted(String task) {
                    throw new IllegalStateException("submitted");
                }

                @Override
                public void refused(Throwable why) {
                    throw new IllegalStateException("refused");
                }

                @Override
                public void ended(End end) {
                    throw new AssertionError("ended");
                }
            };
        }

        @Override
        public @Nullable Run begins(Begin begin) {
            throw new IllegalStateException("begins");
        }

        @Override
        public void close() {
            throw new IllegalStateException("close");
        }
    }

    private GuardedObserver with(String... observers) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(services.resolve(TaskObserver.class.getName()), List.of(observers));
        return GuardedObserver.ofProgram(
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader()));
    }

    private static TaskObserver.Begin begin() {
        return new TaskObserver.Begin("k-1", "Search", "n1", 1, Instant.EPOCH, false, NOTE);
    }

    @Test
    void anObserverHearsOfASubmissionAndItsEnd() throws Exception {
        with(Hearing.class.getName()).submit(handle, () -> codec.encode("x"), submitted::add);
        byte[] result = Noted.with(new byte[3], codec.encode("y")).toArray();
        handle.end(new Ending(Status.SUCCEEDED, result, 0, result.length, "", "n2"));
        assertThat(HEARD)
                .containsExactly("submits org.example.Search", "submitted", "ended true n23");
        byte[] bytes = submitted.getFirst().toArray();
        assertThat(Noted.note(bytes, 0, bytes.length)).isEqualTo(NOTE);
        assertThat(handle.get()).isEqualTo("y");
    }

    @Test
    void anObserverHearsWhyATaskWasNotSubmitted() throws Exception {
        GuardedObserver observed = with(Hearing.class.getName());
        assertThatThrownBy(() ->
                        observed.submit(
                                handle,
                                () -> {
                                    throw new PayloadException("too odd");
                                },
                                submitted::add))
                .isInstanceOf(PayloadException.class);
        assertThat(HEARD).containsExactly("submits org.example.Search", "refused too odd");
        assertThat(submitted).isEmpty();
    }

    @Test
    void oneThatThrowsIsOfNoConsequence() throws Exception {
        GuardedObserver observed = with(Failing.class.getName());
        observed.submit(handle, () -> codec.encode("x"), submitted::add);
        byte[] result = codec.encode("y").toArray();
        handle.end(new Ending(Status.SUCCEEDED, result, 0, result.length, "", "n2"));
        assertThat(handle.get()).isEqualTo("y");
        assertThat(submitted.getFirst().tag()).isEqualTo(Encoded.OBJECT);
        assertThat(observed.begin(GuardedObserverTest::begin)).isNull();
        observed.close();
    }

    /** Hears of runs, and has no notes. */
    public static class WithoutNotes extends Failing {
        @Override
        @SuppressWarnings("NullAway") // as a program may that does not check
        public @Nullable Run begins(Begin begin) {
            return new Run() {
                @Override
                public byte[] checkpoint() {
                    return null;
                }

                @Override
                public void moved() {}

                @Override
                public byte[] ended(@Nullable Throwable thrown) {
                    HEARD.add("ended");
                    return null;
                }
            };
        }
    }

    @Test
    void aRunEndsOnceAndMayHaveNoNote() throws Exception {
        GuardedObserver.ObservedRun run =
                with(WithoutNotes.class.getName()).begin(GuardedObserverTest::begin);
        assertThat(run).isNotNull();
        assertThat(run.checkpoint()).isEmpty();
        assertThat(run.ended(null)).isEmpty();
        assertThat(run.ended(new IllegalStateException())).isEmpty();
        run.moved();
        assertThat(HEARD).containsExactly("ended");
    }

    @Test
    void withoutOneOrWithTwoNothingIsObserved() throws Exception {
        assertThat(GuardedObserver.ofProgram(getClass().getClassLoader()).isPresent()).isFalse();
        assertThat(with(Hearing.class.getName(), Failing.class.getName()).isPresent()).isFalse();
        assertThat(with("org.example.Missing").isPresent()).isFalse();
    }
}
