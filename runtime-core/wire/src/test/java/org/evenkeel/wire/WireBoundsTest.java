package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.wire.proto.NodeRef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireBoundsTest {

    private static NodeRef at(String host) {
        return NodeRef.newBuilder().setName("n1").setIncarnation(7).setHost(host).build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "n1.example.org",
                "my_host-7",
                "192.0.2.7",
                "2001:db8::7",
                "[2001:db8::7]",
                "fe80:0:0:0:1:2:3:4%eth0.100",
                "fe80::1%veth+1@x",
                "bücher.example"
            })
    void addressesAndHostNamesAreAccepted(String host) throws WireException {
        assertThat(WireBounds.nodeRef("it", at(host)).host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nb",
                "a\u001b[2Jb",
                "a\u009bb",
                "a\u202eb",
                "x y",
                "x\u00a0y",
                "\u2028",
                "\ufffe"
            })
    void aHostHasNoCharacterThatATerminalObeysAndNoBlank(String host) {
        assertThatThrownBy(() -> WireBounds.nodeRef("it", at(host)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("it.host")
                .hasMessageContaining("not printable")
                .message()
                .doesNotContain(host);
    }
}
