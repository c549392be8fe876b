package org.evenkeel.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.evenkeel.kernel.machineowner.MachineOwnerPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration says of the machine's owner. */
class MachineOwnerReaderTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir Path directory;

    @Test
    void withoutAWordThereIsNoOwner() throws Exception {
        assertThat(MachineOwnerReader.read(null)).isEmpty();
        assertThat(MachineOwnerReader.read("off")).isEmpty();
        assertThat(MachineOwnerReader.read("on")).contains(MachineOwnerPolicy.USUAL);
        assertThat(MachineOwnerReader.read("{}")).contains(MachineOwnerPolicy.USUAL);
    }

    @Test
    void aFileSaysWhatIsNotAsUsual() throws Exception {
        Path file = directory.resolve("node.conf");
        Files.writeString(
                file,
                """
                owner { active-for = 5s, first = leave, leave-after = 1m, leave-within = 20s,
                        resume-after = 2m, max-load = 0.5, only-on-ac = false }
                """);
        assertThat(ConfigReader.read(Map.of(), file).hours().owner())
                .contains(
                        new MachineOwnerPolicy(
                                5 * SECOND,
                                false,
                                60 * SECOND,
                                20 * SECOND,
                                120 * SECOND,
                                0.5,
                                false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {leave-after = -1s}         | owner.leave-after: -1s is not from 0 to 366 days
                    {resume-after = 400d}       | owner.resume-after: 400d is not from 0 to 366 days
                    {leave-after = soon}        | leave-after
                    {leave-after = 300}         | owner.leave-after: 300 has no unit
                    {first = freeze}            | owner.first: "freeze" is invalid; use suspend or leave
                    {max-load = 2}              | owner.max-load: 2.0 is not from 0 to 1
                    {max-load = NaN}            | owner.max-load: NaN is not from 0 to 1
                    {leave-afer = 5m}           | unknown key "leave-afer"; did you mean "leave-after"
                    maybe                       | owner:
                    """)
    void whatIsWrongIsRefusedByName(String text, String message) {
        assertThatThrownBy(() -> MachineOwnerReader.read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
