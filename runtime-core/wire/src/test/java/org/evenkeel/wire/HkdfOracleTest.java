package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.Random;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import org.junit.jupiter.api.Test;

/** Key derivation beside the JDK's own, and beside the RFC. */
class HkdfOracleTest {

    @Test
    void derivesWhatTheJdkDerives() throws Exception {
        Random random = new Random(5869);
        for (int i = 0; i < 200; i++) {
            byte[] salt = bytes(random, random.nextInt(100));
            byte[] secret = bytes(random, 1 + random.nextInt(100));
            byte[] info = bytes(random, random.nextInt(40));
            int length = 1 + random.nextInt(i == 0 ? 1 : 300);
            byte[] expected =
                    KDF.getInstance("HKDF-SHA256")
                            .deriveData(
                                    HKDFParameterSpec.ofExtract()
                                            .addSalt(salt)
                                            .addIKM(secret)
                                            .thenExpand(info, length));
            assertThat(Hkdf.derive(salt, secret, info, length)).isEqualTo(expected);
        }
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Test case 1 of RFC 5869. */
    @Test
    void derivesWhatTheRfcSays() {
        HexFormat hex = HexFormat.of();
        assertThat(
                        Hkdf.derive(
                                hex.parseHex("000102030405060708090a0b0c"),
                                hex.parseHex("0b".repeat(22)),
                                hex.parseHex("f0f1f2f3f4f5f6f7f8f9"),
                                42))
                .isEqualTo(
                        hex.parseHex(
                                "3cb25f25faacd57a90434f64d0362f2a"
                                        + "2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
                                        + "34007208d5b887185865"));
    }

    @Test
    void refusesMoreThanTheRfcAllows() {
        byte[] some = new byte[1];
        assertThat(Hkdf.derive(some, some, some, 255 * 32)).hasSize(255 * 32);
        assertThatThrownBy(() -> Hkdf.derive(some, some, some, 255 * 32 + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
