package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.OpenSsl;
import java.util.Map;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same at a daemon whose TLS is Java's, as on machines that have no other engine. */
@Tag("extended")
class JavaEngineSecureHandshakeTest extends SecureHandshakeTest {

    @Override
    Map<ConfigKey, String> engine() {
        return Map.of(ConfigKey.TLS_ENGINE, "jdk");
    }

    /** Not a test here: it takes longer than a handshake may, whoever computes TLS. */
    @Override
    void whoJoinsAtABusyMachineAsksAgain() {}

    /** Not a test here, for the same reason. */
    @Override
    void whoWasLetInTooLateAsksAgainWithTheSameToken() {}

    /** Else the other class would try the same engine as this one. */
    @Test
    void theUsualMachineHasTheOther() {
        boolean usual =
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64");
        assertThat(OpenSsl.isAvailable() || !usual).isTrue();
    }

    @Test
    void anUnknownEngineIsRefusedByName() {
        assertThatThrownBy(() ->
                        new TestCluster(elsewhere)
                                .start("n1", 0, Map.of(ConfigKey.TLS_ENGINE, "rot13")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("rot13")
                .hasMessageContaining("openssl");
    }
}
