package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProofOfPossessionTest {
    private static final KeyPair KEYS = Forge.keys();
    private static final byte[] PUBLIC = KEYS.getPublic().getEncoded();
    private static final byte[] NONCE = new byte[32];

    private final ProofOfPossession proofOfPossession =
            new ProofOfPossession("ab12cd34", NONCE, PUBLIC);

    private static void isRefused(ProofOfPossession claim, byte[] signature) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> claim.verify(signature));
    }

    @Test
    void whoHasTheKeyProvesIt() throws Exception {
        assertThat(proofOfPossession.verify(proofOfPossession.sign(KEYS.getPrivate())))
                .isEqualTo(KEYS.getPublic());
    }

    @Test
    void anotherKeysSignatureProvesNothing() throws Exception {
        isRefused(proofOfPossession, proofOfPossession.sign(Forge.keys().getPrivate()));
    }

    @Test
    void theProofIsForThisTokenNonceAndKeyOnly() throws Exception {
        byte[] signature = proofOfPossession.sign(KEYS.getPrivate());
        byte[] otherNonce = NONCE.clone();
        otherNonce[31] = 1;
        isRefused(new ProofOfPossession("ab12cd35", NONCE, PUBLIC), signature);
        isRefused(new ProofOfPossession("ab12cd34", otherNonce, PUBLIC), signature);
        isRefused(
                new ProofOfPossession("ab12cd34", NONCE, Forge.keys().getPublic().getEncoded()),
                signature);
    }

    @Test
    void aByteCannotPassFromTheNonceToTheKey() throws Exception {
        byte[] signature = proofOfPossession.sign(KEYS.getPrivate());
        isRefused(new ProofOfPossession("ab12cd34", Arrays.copyOf(NONCE, 31), PUBLIC), signature);
    }

    @Test
    void aSignatureOverTheSameBytesWithoutThePurposeProvesNothing() throws Exception {
        Signature plain = Signature.getInstance("SHA256withECDSA");
        plain.initSign(KEYS.getPrivate());
        plain.update("ab12cd34".getBytes(StandardCharsets.US_ASCII));
        plain.update(NONCE);
        plain.update(PUBLIC);
        isRefused(proofOfPossession, plain.sign());
    }

    @Test
    void anyBytesMayBeGivenAsSignature() {
        for (int length : new int[] {0, 1, 70, 72, 73, 100_000}) {
            isRefused(proofOfPossession, new byte[length]);
        }
    }

    @Test
    void impossiblePartsAreRefused() {
        for (ProofOfPossession wrong :
                new ProofOfPossession[] {
                    new ProofOfPossession("../../x", NONCE, PUBLIC),
                    new ProofOfPossession("ab12cd34", new byte[15], PUBLIC),
                    new ProofOfPossession("ab12cd34", new byte[65], PUBLIC),
                    new ProofOfPossession("ab12cd34", NONCE, new byte[90])
                }) {
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> wrong.sign(KEYS.getPrivate()));
        }
    }
}
