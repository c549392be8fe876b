package org.evenkeel.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayLinkShapeTest {

    @Test
    void wordIsReadBack() {
        RelayLinkShape shape = new RelayLinkShape(20_000_000, 1_000, 10_000_000);
        assertThat(RelayLinkShape.parse(shape.word())).isEqualTo(shape);
        assertThat(shape.words())
                .isEqualTo("20 ms each way and up to 0.001 ms more, 10,000,000 bytes per second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1/2", "1/2/x", "-1/0/0", "0/0/999", "60000000001/0/0", "0/0/-1"})
    void whatIsNoneIsRefused(String word) {
        assertThatIllegalArgumentException().isThrownBy(() -> RelayLinkShape.parse(word));
    }

    @Test
    void aFarLinkHoldsMore() {
        assertThat(new RelayLinkShape(0, 0, 1_000_000).windowBytes()).isEqualTo(64 << 10);
        assertThat(new RelayLinkShape(100_000_000, 0, 1_000_000).windowBytes())
                .isEqualTo((64 << 10) + 100_000);
        assertThat(new RelayLinkShape(60_000_000_000L, 0, 1_000_000_000).windowBytes())
                .isEqualTo(8 << 20);
    }

    @Test
    void aHostThatIsNamedHasALinkOfItsOwn() {
        Relay.Shapes shapes =
                RelayMain.shapes("0/0/0", List.of("no-such-host.invalid=7/0/0", "127.0.0.1=5/0/0"));
        assertThat(shapes.of(InetAddress.getLoopbackAddress()).delayNanos()).isEqualTo(5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RelayMain.shapes("0/0/0", List.of("5/0/0")));
    }
}
