package org.evenkeel.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.top.Key.Kind;
import org.junit.jupiter.api.Test;

/** Keys as terminals send them. */
class KeyReaderTest {

    /** The keys of what a terminal sent; {@code |} stands for a pause. */
    private static List<Key> keys(String sent) {
        int[] next = {0};
        KeyReader reader =
                new KeyReader(_ -> {
                    int unit = next[0] < sent.length() ? sent.charAt(next[0]++) : '|';
                    return unit == '|' ? -2 : unit;
                });
        List<Key> keys = new ArrayList<>();
        while (next[0] < sent.length()) {
            Key key = reader.next(1);
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static List<Kind> kinds(String sent) {
        return keys(sent).stream().map(Key::kind).toList();
    }

    @Test
    void arrowsComeInTwoForms() {
        List<Kind> arrows = List.of(Kind.UP, Kind.DOWN, Kind.RIGHT, Kind.LEFT);
        assertThat(kinds("\033[A\033[B\033[C\033[D")).isEqualTo(arrows);
        assertThat(kinds("\033OA\033OB\033OC\033OD")).isEqualTo(arrows);
    }

    @Test
    void keysThatMoveByPages() {
        assertThat(kinds("\033[5~\033[6~\033[H\033[F\033[1~\033[4~\033[7~\033[8~"))
                .containsExactly(
                        Kind.PAGE_UP,
                        Kind.PAGE_DOWN,
                        Kind.HOME,
                        Kind.END,
                        Kind.HOME,
                        Kind.END,
                        Kind.HOME,
                        Kind.END);
    }

    @Test
    void escapeIsAKeyWhenNothingFollows() {
        assertThat(kinds("\033|q")).containsExactly(Kind.ESCAPE, Kind.CHARACTER);
        assertThat(kinds("\033|\033|")).containsExactly(Kind.ESCAPE, Kind.ESCAPE);
    }

    @Test
    void charactersOfAllPlanes() {
        assertThat(keys("aé語")).containsExactly(Key.of('a'), Key.of('é'), Key.of('語'));
        assertThat(keys("😀")).containsExactly(new Key(Kind.CHARACTER, 0x1F600));
    }

    @Test
    void controlCharacters() {
        assertThat(kinds("\t\033[Z\r\n\b\u007f\u0003"))
                .containsExactly(
                        Kind.TAB,
                        Kind.BACK_TAB,
                        Kind.ENTER,
                        Kind.ENTER,
                        Kind.BACKSPACE,
                        Kind.BACKSPACE,
                        Kind.INTERRUPT);
    }

    @Test
    void theEndOfInputEnds() {
        assertThat(new KeyReader(_ -> -1).next(1)).isEqualTo(Key.of(Kind.INTERRUPT));
    }

    @Test
    void whatIsNotKnownDoesNothing() {
        assertThat(kinds("\033[15~\033[200;3R\033x\u001a\033[" + "1".repeat(16) + "|"))
                .containsOnly(Kind.OTHER);
        assertThat(kinds("\ud83d|")).containsExactly(Kind.OTHER);
    }
}
