package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {
    private static final KeyPair KEYS = Forge.keys();
    private static final String START = "evenkeel://" + Forge.CLUSTER;

    private static X509Certificate with(String... uris) throws Exception {
        return Forge.daemon(KEYS, KEYS).uris(uris).make();
    }

    private static void isRefused(X509Certificate certificate, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Subject.of(certificate))
                .withMessageContaining(because);
    }

    @Test
    void rolesAndNameAreReadFromTheUris() throws Exception {
        Subject subject = Subject.of(with(START + "/daemon/n1.lab", START + "/master/n1.lab"));
        assertThat(subject)
                .isEqualTo(
                        new Subject(
                                Forge.CLUSTER, "n1.lab", Set.of(CertRole.MASTER, CertRole.DAEMON)));
        assertThat(subject.has(CertRole.MASTER)).isTrue();
        assertThat(subject.has(CertRole.ADMIN)).isFalse();
        assertThat(subject).hasToString("n1.lab (daemon, master) of cluster " + Forge.CLUSTER);
    }

    @Test
    void urisReadBackTheSame() throws Exception {
        Subject all = new Subject(Forge.CLUSTER, "a_b-c.9", EnumSet.allOf(CertRole.class));
        assertThat(all.uris()).hasSize(5).first().isEqualTo(START + "/daemon/a_b-c.9");
        assertThat(Subject.of(with(all.uris().toArray(String[]::new)))).isEqualTo(all);
    }

    @Test
    void rolesOfACertificateAreNotThoseOfTheCaller() {
        Set<CertRole> roles = EnumSet.of(CertRole.DAEMON);
        Subject subject = new Subject(Forge.CLUSTER, "n1", roles);
        roles.add(CertRole.MASTER);
        assertThat(subject.roles()).containsExactly(CertRole.DAEMON);
    }

    @Test
    void wrongRoleIsRefusedAndTheRolesAreNamed() throws Exception {
        isRefused(with(START + "/root/n1"), "unknown role \"root\"; there are daemon, master");
        isRefused(with(START + "/Daemon/n1"), "unknown role \"Daemon\"");
    }

    @Test
    void severalNamesClustersOrTheSameRoleTwiceAreRefused() throws Exception {
        isRefused(with(START + "/daemon/n1", START + "/master/n2"), "two names");
        isRefused(
                with(START + "/daemon/n1", "evenkeel://fedcba9876543210/master/n1"),
                "two clusters");
        isRefused(with(START + "/daemon/n1", START + "/daemon/n1"), "twice");
    }

    @Test
    void noNameAtAllIsRefused() throws Exception {
        isRefused(with(), "has no role");
    }

    @Test
    void otherKindsOfNamesAreRefused() throws Exception {
        isRefused(
                Forge.daemon(KEYS, KEYS).uris(START + "/daemon/n1").dnsName("n1.lab").make(),
                "not a URI");
    }

    @Test
    void moreNamesThanRolesAreRefused() throws Exception {
        String[] many = new String[6];
        java.util.Arrays.fill(many, START + "/daemon/n1");
        isRefused(with(many), "has 6 names");
    }

    @Test
    void namesThatCannotBeReadAreRefused() throws Exception {
        for (byte[] bytes : new byte[][] {{}, {5, 0}, {0x30, 5, 1}, {0x30, 0}, {1, 2, 3}}) {
            X509Certificate certificate = Forge.daemon(KEYS, KEYS).rawNames(bytes).make();
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> Subject.of(certificate));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evenkeel://0123456789abcdef",
                "evenkeel://0123456789abcdef/daemon",
                "evenkeel://0123456789abcdef/authority",
                "evenkeel://0123456789abcdef/daemon/",
                "evenkeel://0123456789abcdef/daemon/n1/",
                "evenkeel://0123456789abcdef/daemon/n1?role=master",
                "evenkeel://0123456789abcdef/daemon/n1%2f",
                "evenkeel://0123456789abcdef/daemon/n1#x",
                "evenkeel://0123456789ABCDEF/daemon/n1",
                "evenkeel://0123456789abcde/daemon/n1",
                "evenkeel://0123456789abcdef0/daemon/n1",
                "evenkeel://user@0123456789abcdef/daemon/n1",
                "evenkeel://0123456789abcdef:80/daemon/n1",
                "Evenkeel://0123456789abcdef/daemon/n1",
                "https://0123456789abcdef/daemon/n1",
                "spiffe://0123456789abcdef/daemon/n1",
                "evenkeel:0123456789abcdef/daemon/n1"
            })
    void anythingElseThanTheOneFormIsRefused(String uri) throws Exception {
        X509Certificate certificate = with(uri);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Subject.of(certificate));
    }

    @Test
    void aNameLongerThanANodesIsRefused() throws Exception {
        isRefused(with(START + "/daemon/" + "n".repeat(65)), "not a name");
    }

    @Test
    void messagesShowStrangersTextPrintableAndShort() {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> CertRole.parse("a\nb\u001b\"" + "c".repeat(1000)))
                .withMessageContaining("\"a?b??ccc")
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(200));
    }

    @Test
    void impossibleSubjectsCannotBeMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Subject("xyz", "n1", Set.of(CertRole.DAEMON)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Subject(Forge.CLUSTER, "n/1", Set.of(CertRole.DAEMON)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Subject(Forge.CLUSTER, "n1", Set.of()));
    }
}
