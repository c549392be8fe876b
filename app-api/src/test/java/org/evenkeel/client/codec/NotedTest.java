package org.evenkeel.client.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.api.PayloadException;
import org.evenkeel.api.observe.TaskObserver;
import org.junit.jupiter.api.Test;

class NotedTest {

    private static final byte[] NOTE = {7, 0, -1};

    private final PayloadCodec codec = new PayloadCodec(NotedTest.class.getClassLoader());

    private static byte[] shifted(Encoded payload) {
        byte[] bytes = new byte[payload.size() + 5];
        payload.copy(0, bytes, 5, payload.size());
        return bytes;
    }

    @Test
    void aPayloadIsReadWithOrWithoutANote() {
        Encoded plain = codec.encode("hello");
        Encoded noted = Noted.with(NOTE, plain);
        byte[] bytes = shifted(noted);
        assertThat(codec.decode(bytes, 5, noted.size(), null)).isEqualTo("hello");
        assertThat(Noted.note(bytes, 5, noted.size())).isEqualTo(NOTE);
        assertThat(Noted.note(plain.toArray(), 0, plain.size())).isEmpty();
        assertThat(noted.size()).isEqualTo(plain.size() + 3 + NOTE.length);
    }

    @Test
    void anExceptionAndNullHaveNotesToo() {
        Encoded thrown = Noted.with(NOTE, codec.encodeThrowable(new IllegalStateException("odd")));
        assertThat(codec.decodeThrowable(shifted(thrown), 5, thrown.size()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("odd");
        Encoded nothing = Noted.with(NOTE, codec.encode(null));
        assertThat(codec.decode(nothing.toArray(), 0, nothing.size(), null)).isNull();
    }

    @Test
    void theLongestNoteTravelsAndALongerOneDoesNot() {
        byte[] longest = new byte[TaskObserver.MAX_NOTE_BYTES];
        Encoded noted = Noted.with(longest, codec.encode("x"));
        assertThat(Noted.note(noted.toArray(), 0, noted.size())).hasSize(longest.length);
        Encoded plain = codec.encode("x");
        assertThat(Noted.with(new byte[longest.length + 1], plain)).isSameAs(plain);
        assertThat(Noted.with(new byte[0], plain)).isSameAs(plain);
    }

    @Test
    void whatIsCutOffIsRefused() {
        byte[] whole = Noted.with(NOTE, codec.encode("hello")).toArray();
        for (int length = 1; length <= 3 + NOTE.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> codec.decode(whole, 0, cut, null))
                    .as("%d bytes", cut)
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("a note without a payload");
            assertThat(codec.decodeThrowable(whole, 0, cut)).isInstanceOf(PayloadException.class);
            assertThat(Noted.note(whole, 0, cut).length).isLessThanOrEqualTo(NOTE.length);
        }
    }
}
