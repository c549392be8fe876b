package org.evenkeel.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JVM option, alone and before others. */
class AgentOptionTest {

    private static AgentOption option(String jar, String... excluded) {
        return new AgentOption(Path.of(jar), List.of(excluded));
    }

    @Test
    void optionNamesTheJarAndWhatIsLeftOut() {
        assertThat(option("/r/evenkeel-client-1.jar").word())
                .isEqualTo("-javaagent:/r/evenkeel-client-1.jar");
        assertThat(option("/r/c.jar", "com.acme.", "org.lib.").word())
                .isEqualTo("-javaagent:/r/c.jar=exclude=com.acme.,org.lib.");
    }

    @Test
    void whatIsLeftOutIsSeparatedByCommas() {
        Path jar = Path.of("/r/c.jar");
        assertThat(AgentOption.of(jar, null)).isEqualTo(option("/r/c.jar"));
        assertThat(AgentOption.of(jar, " com.acme.,\n org.lib., "))
                .isEqualTo(option("/r/c.jar", "com.acme.", "org.lib."));
    }

    @Test
    void otherOptionsAreKeptBehindIt() {
        assertThat(option("/r/c.jar").before("")).isEqualTo("-javaagent:/r/c.jar");
        assertThat(option("/r/c.jar").before(" -Xmx1g @{argLine} "))
                .isEqualTo("-javaagent:/r/c.jar -Xmx1g @{argLine}");
    }

    @Test
    void jarInAFolderWithABlankIsOneWord() {
        String line = option("/my files/c.jar").before("-Xmx1g");
        assertThat(line).isEqualTo("\"-javaagent:/my files/c.jar\" -Xmx1g");
        assertThat(Words.split(line)).containsExactly("-javaagent:/my files/c.jar", "-Xmx1g");
    }

    @Test
    void optionsThatHaveItStayAsTheyAre() {
        String once = option("/my files/c.jar").before("-Xmx1g");
        assertThat(option("/my files/c.jar").before(once)).isEqualTo(once);
    }

    @Test
    void whatTheJvmCannotReadIsRefused() {
        assertThatThrownBy(() -> option("/a=b/c.jar"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a=b/c.jar");
        assertThatThrownBy(() -> option("/r/c.jar", "com.acme.,org.lib."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("com.acme.,org.lib.");
    }
}
