package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevocationListTest {
    private static final KeyPair KEYS = Forge.keys();

    private static List<BigInteger> serials(long... numbers) {
        return Arrays.stream(numbers).mapToObj(BigInteger::valueOf).toList();
    }

    private static RevocationList list(long version, long... numbers) throws Exception {
        return RevocationList.sign(version, serials(numbers), Forge.NOW, KEYS.getPrivate());
    }

    @Test
    void tellsWhatIsRevoked() throws Exception {
        RevocationList list = list(3, 900, 5, 77, 5);
        assertThat(list.serials()).isEqualTo(serials(5, 77, 900));
        for (long serial : new long[] {5, 77, 900}) {
            assertThat(list.isRevoked(BigInteger.valueOf(serial))).isTrue();
        }
        for (long serial : new long[] {4, 6, 78, 901}) {
            assertThat(list.isRevoked(BigInteger.valueOf(serial))).isFalse();
        }
    }

    @Test
    void readsBackTheSameAndIsStillSigned() throws Exception {
        BigInteger longest = BigInteger.ONE.shiftLeft(159).subtract(BigInteger.ONE);
        RevocationList list =
                RevocationList.sign(
                        Long.MAX_VALUE,
                        List.of(longest, BigInteger.ONE, BigInteger.valueOf(0x80)),
                        Forge.NOW.plusMillis(999),
                        KEYS.getPrivate());
        RevocationList read = RevocationList.decode(list.encode());
        read.verify(KEYS.getPublic());
        assertThat(read.version()).isEqualTo(Long.MAX_VALUE);
        assertThat(read.issuedAt()).isEqualTo(Forge.NOW);
        assertThat(read.serials()).isEqualTo(list.serials());
        assertThat(read.encode()).isEqualTo(list.encode());
        list(1).verify(KEYS.getPublic());
        assertThat(RevocationList.decode(list(1).encode()).serials()).isEmpty();
    }

    @Test
    void aForgedSignatureIsRefused() throws Exception {
        RevocationList forged =
                RevocationList.sign(9, serials(1), Forge.NOW, Forge.keys().getPrivate());
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> forged.verify(KEYS.getPublic()))
                .withMessageContaining("version 9, is not signed by this cluster's authority");
    }

    @Test
    void everyAlteredByteIsNoticed() throws Exception {
        byte[] bytes = list(2, 5, 77).encode();
        for (int i = 0; i < bytes.length; i++) {
            byte[] altered = bytes.clone();
            altered[i] ^= 1;
            assertThatExceptionOfType(IdentityException.class)
                    .as("byte %d", i)
                    .isThrownBy(() -> RevocationList.decode(altered).verify(KEYS.getPublic()));
        }
    }

    @Test
    void aSignatureForAnotherPurposeIsNone() throws Exception {
        byte[] bytes = list(2).encode();
        byte[] content = Arrays.copyOf(bytes, 24);
        byte[] other = Signatures.sign(KEYS.getPrivate(), "evenkeel-possession-1", content);
        RevocationList read = RevocationList.decode(RevocationListCodec.join(content, other));
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> read.verify(KEYS.getPublic()));
    }

    @Test
    void theNewerVersionWinsWhoeverComesFirst() throws Exception {
        RevocationList older = list(2, 5);
        RevocationList newer = list(3, 5, 6);
        assertThat(older.orNewer(newer)).isSameAs(newer);
        assertThat(newer.orNewer(older)).isSameAs(newer);
    }

    @Test
    void equalVersionsWithEqualContentAreOneList() throws Exception {
        RevocationList once = list(2, 5);
        assertThat(once.orNewer(list(2, 5))).isSameAs(once);
    }

    @Test
    void equalVersionsWithDifferentContentAreRefused() throws Exception {
        RevocationList one = list(2, 5);
        for (RevocationList other :
                List.of(
                        list(2, 6),
                        list(2),
                        RevocationList.sign(
                                2, serials(5), Forge.NOW.plusSeconds(1), KEYS.getPrivate()))) {
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> one.orNewer(other))
                    .withMessageContaining("two revocation lists")
                    .withMessageContaining("evenkeel cert revoke");
        }
    }

    @Test
    void thereIsOneFormForEachList() throws Exception {
        byte[] content = Arrays.copyOf(list(1, 5, 6).encode(), 28);
        assertThat(RevocationListCodec.read(content).serials()).isEqualTo(serials(5, 6));
        isBroken(swapped(content), "ascend");
        isBroken(with(content, 27, 5), "ascend");
        byte[] long6 = Arrays.copyOf(list(1, 5, 0x106).encode(), 29);
        isBroken(with(long6, 27, 0), "not canonical");
        isBroken(with(content, 0, 'X'), "does not start");
        isBroken(with(content, 4, 0x80), "version -");
        isBroken(with(content, 12, 0x7F), "a time of second");
    }

    private static byte[] with(byte[] bytes, int place, int value) {
        byte[] altered = bytes.clone();
        altered[place] = (byte) value;
        return altered;
    }

    private static byte[] swapped(byte[] bytes) {
        return with(with(bytes, 25, 6), 27, 5);
    }

    private static void isBroken(byte[] content, String because) {
        byte[] bytes = RevocationListCodec.join(content, new byte[] {1});
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> RevocationList.decode(bytes))
                .withMessageContaining(because);
    }

    @Test
    void cutOffOrTooLongIsRefused() throws Exception {
        byte[] bytes = list(2, 5, 77).encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(IdentityException.class)
                    .as("%d bytes", length)
                    .isThrownBy(() -> RevocationList.decode(cut));
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> RevocationList.decode(longer))
                .withMessageContaining("after its end");
        byte[] endless = new byte[RevocationList.MAX_BYTES + 1];
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> RevocationList.decode(endless))
                .withMessageContaining("more than");
    }

    @Test
    void nothingIsAllocatedBecauseTheListSaysSo() {
        for (int count : new int[] {-1, Integer.MAX_VALUE, RevocationList.MAX_SERIALS + 1}) {
            byte[] bytes = ByteBuffer.allocate(40).putInt(20, count).array();
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> RevocationList.decode(bytes))
                    .withMessageContaining("claims to hold");
        }
        byte[] most = ByteBuffer.allocate(40).putInt(20, RevocationList.MAX_SERIALS).array();
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> RevocationList.decode(most));
    }

    @Test
    void aFullListFitsItsBoundAndNoSerialMore() throws Exception {
        List<BigInteger> many = new ArrayList<>();
        BigInteger first = BigInteger.ONE.shiftLeft(158);
        for (int i = 0; i < RevocationList.MAX_SERIALS; i++) {
            many.add(first.add(BigInteger.valueOf(i)));
        }
        byte[] bytes = RevocationList.sign(1, many, Forge.NOW, KEYS.getPrivate()).encode();
        assertThat(bytes.length).isLessThanOrEqualTo(RevocationList.MAX_BYTES);
        assertThat(RevocationList.decode(bytes).serials()).hasSize(RevocationList.MAX_SERIALS);
        many.add(BigInteger.ONE);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> RevocationList.sign(1, many, Forge.NOW, KEYS.getPrivate()))
                .withMessageContaining("more than " + RevocationList.MAX_SERIALS);
    }

    @Test
    void impossibleListsCannotBeMade() {
        assertThatIllegalArgumentException().isThrownBy(() -> list(0));
        for (BigInteger serial :
                List.of(BigInteger.ZERO, BigInteger.valueOf(-5), BigInteger.ONE.shiftLeft(159))) {
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() ->
                            RevocationList.sign(1, List.of(serial), Forge.NOW, KEYS.getPrivate()));
        }
    }
}
