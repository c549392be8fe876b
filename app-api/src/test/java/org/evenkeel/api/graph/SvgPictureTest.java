package org.evenkeel.api.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SvgPictureTest {
    @Test
    void charactersThatXmlHasNotAreLeftOut() {
        assertThat(SvgPicture.escaped("a<b>&\"c\" 世\uD83D\uDE80"))
                .isEqualTo("a&lt;b&gt;&amp;&quot;c&quot; 世\uD83D\uDE80");
        assertThat(SvgPicture.escaped("a\u0000\u001b\ud800b\udc00\ufffe\uffffc")).isEqualTo("abc");
    }
}
