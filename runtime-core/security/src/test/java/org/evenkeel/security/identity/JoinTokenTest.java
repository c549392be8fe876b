package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HexFormat;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

class JoinTokenTest {
    private final JoinToken token = new JoinToken("ab12cd34", filled(0x5A), filled(0xC3));

    private static byte[] filled(int value) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static void isRefused(String text, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> JoinToken.parse(text))
                .withMessageContaining(because)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("b9d5mp"));
    }

    @Test
    void isOneWordWithoutCharactersAShellWouldTouch() {
        assertThat(token.text())
                .hasSize(JoinToken.LENGTH)
                .matches("ek1-ab12cd34-[0-9a-z]{52}-[0-9a-z]{52}-[0-9a-z]{4}");
    }

    @Test
    void readsBackTheSame() throws Exception {
        assertThat(JoinToken.parse(token.text())).isEqualTo(token);
        assertThat(JoinToken.parse("  " + token.text() + "\n")).isEqualTo(token);
    }

    @Seeds(50)
    void newOnesReadBackTheSameAndPinTheirAuthority(long seed) throws Exception {
        var authority = Forge.authority(Forge.keys()).make();
        JoinToken made = JoinToken.create(authority, Forge.RANDOM);
        JoinToken read = JoinToken.parse(made.text());
        assertThat(read).isEqualTo(made).hasSameHashCodeAs(made);
        assertThat(read.pins(authority)).isTrue();
        assertThat(read.pins(Forge.authority(Forge.keys()).make())).isFalse();
        assertThat(JoinToken.create(authority, Forge.RANDOM)).isNotEqualTo(made);
    }

    @Test
    void everyOtherCharacterAnywhereIsNoticed() {
        String text = token.text();
        for (int i = 0; i < text.length(); i++) {
            for (char c : "0az-_ A~\u00e4".toCharArray()) {
                if (c == ' ' && (i == 0 || i == text.length() - 1) || c == text.charAt(i)) {
                    continue;
                }
                String wrong = text.substring(0, i) + c + text.substring(i + 1);
                assertThatExceptionOfType(IdentityException.class)
                        .as("%c at %d", c, i)
                        .isThrownBy(() -> JoinToken.parse(wrong));
            }
        }
    }

    @Test
    void exchangedNeighboursAreNoticed() {
        JoinToken various = new JoinToken("ab12cd34", Fingerprint.sha256(new byte[1]), filled(9));
        String text = various.text();
        for (int i = 4; i + 1 < text.length(); i++) {
            char[] wrong = text.toCharArray();
            wrong[i] = text.charAt(i + 1);
            wrong[i + 1] = text.charAt(i);
            if (wrong[i] != wrong[i + 1]) {
                isRefused(new String(wrong), "mistyped");
            }
        }
    }

    @Test
    void aMistakeIsNamed() {
        String text = token.text();
        isRefused("", "begins with ek1-");
        isRefused("hello", "begins with ek1-");
        isRefused(text.substring(3), "begins with ek1-");
        isRefused("ek2" + text.substring(3), "another version");
        isRefused(text.substring(0, 60), "cut off: it has 60 of " + JoinToken.LENGTH);
        isRefused(text.substring(0, text.length() - 1), "cut off");
        isRefused(text + "x", "instead of " + JoinToken.LENGTH);
        isRefused(text + " --help", "copy nothing but the word");
        isRefused(text.replace('5', 'U'), "mistyped");
        isRefused("x".repeat(10_000_000), "begins with");
        isRefused("ek1-" + "x".repeat(10_000_000), "instead of");
        String upper = text.substring(0, 20) + "U" + text.substring(21);
        isRefused(upper, "mistyped at character 21");
    }

    @Test
    void base32HasOneSpellingForEachBytes() throws Exception {
        assertThat(Base32.decode("zw")).containsExactly(0xFF);
        for (String wrong : new String[] {"zz", "z", "zw0", "il", "ZW"}) {
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> Base32.decode(wrong));
        }
    }

    @Test
    void textNeverShowsTheSecret() {
        assertThat(token).hasToString("token ab12cd34");
        assertThat(token.toString()).doesNotContain(HexFormat.of().formatHex(token.secret()));
    }

    @Test
    void whatItGivesAwayIsACopy() {
        token.secret()[0] = 1;
        token.authority()[0] = 1;
        assertThat(token.secret()).isEqualTo(filled(0x5A));
        assertThat(token.authority()).isEqualTo(filled(0xC3));
    }

    @Test
    void impossibleOnesCannotBeMade() {
        for (String id :
                new String[] {"", "ab12cd3", "ab12cd345", "../../ab", "AB12CD34", "ab12cdil"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new JoinToken(id, filled(1), filled(2)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JoinToken("ab12cd34", new byte[31], filled(2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JoinToken("ab12cd34", filled(1), new byte[33]));
    }
}
