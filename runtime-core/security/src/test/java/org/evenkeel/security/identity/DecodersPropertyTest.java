package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.evenkeel.testing.Seeds;

/** Whatever bytes come, a decoder gives a value or an {@link IdentityException}, and soon. */
class DecodersPropertyTest {
    private static final int SEEDS = 20;

    /** For a seed and a decoder: 3,000 for each decoder, in the long form 20,000. */
    private static final int INPUTS = Boolean.getBoolean("evenkeel.long") ? 1_000 : 150;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private interface Decoder {
        void decode(byte[] bytes) throws IdentityException;
    }

    @Seeds(SEEDS)
    void throwNothingElse(long seed) throws Exception {
        SecureRandom numbers = Forge.random(seed);
        KeyPair authorityKeys = Keys.generate(numbers);
        KeyPair keys = Keys.generate(numbers);
        X509Certificate authority = Forge.authority(authorityKeys).serial(1).random(numbers).make();
        X509Certificate certificate =
                Forge.daemon(keys, authorityKeys).serial(2).random(numbers).make();
        Credentials credentials = Credentials.of(keys.getPrivate(), certificate, authority);
        Trust trust = new Trust(authority);
        ProofOfPossession proofOfPossession =
                new ProofOfPossession("ab12cd34", new byte[32], keys.getPublic().getEncoded());
        Map<Decoder, byte[]> examples = new LinkedHashMap<>();
        examples.put(PemBlocks::read, Pem.write(credentials));
        examples.put(Pem::readCredentials, Pem.write(credentials));
        examples.put(Pem::readCertificate, Pem.write(authority));
        examples.put(Keys::publicKey, keys.getPublic().getEncoded());
        examples.put(Keys::privateKey, keys.getPrivate().getEncoded());
        examples.put(bytes -> Subject.of(Certificates.read(bytes)), certificate.getEncoded());
        examples.put(bytes -> new Trust(Certificates.read(bytes)), authority.getEncoded());
        examples.put(proofOfPossession::verify, proofOfPossession.sign(keys.getPrivate()));
        examples.put(
                bytes -> JoinToken.parse(new String(bytes, StandardCharsets.ISO_8859_1)),
                JoinToken.create(authority, numbers).text().getBytes(StandardCharsets.ISO_8859_1));
        examples.put(
                RevocationList::decode,
                RevocationList.sign(
                                7,
                                Set.of(BigInteger.ONE, BigInteger.TWO.pow(100)),
                                Forge.NOW,
                                authorityKeys.getPrivate())
                        .encode());
        examples.put(bytes -> neverValid(trust, certificate, bytes), certificate.getEncoded());
        Random random = new Random(seed);
        for (Map.Entry<Decoder, byte[]> example : examples.entrySet()) {
            assertTimeout(LIMIT, () -> feed(example.getKey(), example.getValue(), random));
        }
    }

    private static void neverValid(Trust trust, X509Certificate right, byte[] bytes)
            throws IdentityException {
        X509Certificate read = Certificates.read(bytes);
        if (!read.equals(right)) {
            assertThat(trust.verify(List.of(read), Forge.NOW, serial -> false))
                    .isInstanceOf(Verdict.Refused.class);
        }
    }

    private static void feed(Decoder decoder, byte[] example, Random random) {
        for (int i = 0; i < INPUTS; i++) {
            byte[] input = i % 5 == 0 ? random(random) : mutated(example, random);
            try {
                decoder.decode(input);
            } catch (IdentityException e) {
                assertThat(e.reason()).isNotBlank().hasSizeLessThan(500);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(HexFormat.of().formatHex(input), e);
            }
        }
    }

    private static byte[] random(Random random) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mutated(byte[] example, Random random) {
        byte[] bytes = example.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && bytes.length > 0; times--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(40));
                case 4 -> bytes[at] = (byte) (random.nextBoolean() ? 0x7F : 0xFF);
                default -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(20), bytes.length - Math.max(at, from));
                    System.arraycopy(bytes, from, bytes, at, length);
                }
            }
        }
        return bytes;
    }
}
