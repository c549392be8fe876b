package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.PublishedValue;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.client.files.PublicationWire;
import org.evenkeel.model.Grant;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Publication;
import org.junit.jupiter.api.Test;

/** What a task publishes comes to its program once, in order. */
class PublishedValuesTest {

    private static final Grant FIRST = new Grant(1, 1);
    private static final Grant SECOND = new Grant(1, 2);

    private final PayloadCodec codec = new PayloadCodec(getClass().getClassLoader());
    private final PublishedValues published = new PublishedValues("a-1", codec);
    private final List<PublishedValue> heard = new ArrayList<>();

    private FileReply take(Grant grant, Grant attempt, long number, Object value) {
        byte[] bytes = PublishedValues.encode(codec, value);
        return published.take(grant, new PublicationPart(attempt, number, 0, bytes, false));
    }

    private List<Object> values() {
        List<Object> values = new ArrayList<>();
        heard.forEach(each -> values.add(each.value()));
        return values;
    }

    @Test
    void eachValueComesOnce() {
        published.listen(heard::add);
        take(FIRST, FIRST, 1, "one");
        take(FIRST, FIRST, 1, "one");
        take(FIRST, FIRST, 2, "two");
        take(FIRST, FIRST, 1, "one");
        assertThat(heard)
                .containsExactly(new PublishedValue("one", 1, 1), new PublishedValue("two", 2, 1));
    }

    @Test
    void countGoesOnWhenTheTaskHasMoved() {
        published.listen(heard::add);
        take(FIRST, FIRST, 1, "one");
        take(SECOND, FIRST, 1, "one"); // again, after an older checkpoint
        take(SECOND, FIRST, 2, "two");
        assertThat(values()).containsExactly("one", "two");
        assertThat(heard).allMatch(each -> each.attempt() == 1);
    }

    @Test
    void copyThatWasGivenUpIsNotHeard() {
        published.listen(heard::add);
        take(SECOND, FIRST, 2, "two");
        assertThat(take(FIRST, FIRST, 3, "three").problem()).isEqualTo(Problem.STALE);
        assertThat(values()).containsExactly("two");
    }

    @Test
    void taskThatRunsAgainCountsFromTheBeginning() {
        published.listen(heard::add);
        take(FIRST, FIRST, 1, "one");
        take(FIRST, FIRST, 2, "two");
        take(SECOND, SECOND, 1, "one again");
        assertThat(heard)
                .containsExactly(
                        new PublishedValue("one", 1, 1),
                        new PublishedValue("two", 2, 1),
                        new PublishedValue("one again", 1, 2));
    }

    @Test
    void whoListensLaterBeginsWithTheNewest() {
        take(FIRST, FIRST, 1, "one");
        take(FIRST, FIRST, 2, "two");
        published.listen(heard::add);
        take(FIRST, FIRST, 3, "three");
        assertThat(values()).containsExactly("two", "three");
    }

    @Test
    void largeValueComesInParts() {
        published.listen(heard::add);
        byte[] large = new byte[10];
        Arrays.fill(large, (byte) 7);
        byte[] bytes = PublishedValues.encode(codec, large);
        PublicationPart head =
                new PublicationPart(FIRST, 1, 0, Arrays.copyOfRange(bytes, 0, 4), true);
        PublicationPart rest =
                new PublicationPart(FIRST, 1, 4, Arrays.copyOfRange(bytes, 4, bytes.length), false);
        assertThat(published.take(FIRST, rest).problem())
                .as("its beginning is missing")
                .isEqualTo(Problem.OTHER);
        published.take(FIRST, head);
        published.take(FIRST, head);
        published.take(FIRST, rest);
        assertThat(values()).containsExactly((Object) large);
    }

    @Test
    void listenerThatThrowsEndsNothing() {
        published.listen(value -> {
            throw new IllegalStateException("as meant");
        });
        published.listen(heard::add);
        assertThat(take(FIRST, FIRST, 1, "one")).isEqualTo(FileReply.DONE);
        assertThat(values()).containsExactly("one");
    }

    @Test
    void norDoesOneWithAnError() {
        published.listen(value -> {
            throw new AssertionError("as meant");
        });
        published.listen(heard::add);
        assertThat(take(FIRST, FIRST, 1, "one")).isEqualTo(FileReply.DONE);
        assertThat(values()).containsExactly("one");
    }

    @Test
    void valueThatIsTooLargeIsRefused() {
        assertThatThrownBy(() -> PublishedValues.encode(codec, new byte[1 << 20]))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("exceeds the limit of 1048576");
    }

    @Test
    void partsOnTheWireAreRead() throws Exception {
        Granted task = Granted.newBuilder().setOrigin(3).setNumber(4).setEpoch(1).build();
        PublicationPart part = new PublicationPart(SECOND, 5, 70, new byte[] {1, 2}, true);
        FileAsk ask = PublicationWire.write(task, 9, part);
        PublicationPart read = PublicationWire.read(FileAsk.parseFrom(ask.toByteArray()));
        assertThat(read).usingRecursiveComparison().isEqualTo(part);
        assertThat(ask.hasTalk() || ask.hasLog()).isFalse();
    }

    @Test
    void partsThatBreakABoundAreRefused() {
        FileAsk none = FileAsk.newBuilder().setPublication(Publication.newBuilder()).build();
        assertThatThrownBy(() -> PublicationWire.read(none))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("publication.number");
        FileAsk far =
                FileAsk.newBuilder()
                        .setPublication(
                                Publication.newBuilder().setNumber(1).setOffset((1 << 20) + 1))
                        .build();
        assertThatThrownBy(() -> PublicationWire.read(far))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("publication.offset");
    }
}
