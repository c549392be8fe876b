package org.evenkeel.kernel.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.model.LoadState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadModelsTest {

    @ParameterizedTest(name = "{0}: {1} workers, {2} busy, Y={3}, m={4}, n={5} is {6}")
    @CsvSource({
        "worker-busy, 4, 0, 0, 0, 1, LOW",
        "worker-busy, 4, 3, 9, 9, 1, MODERATE",
        "worker-busy, 4, 4, 0, 0, 1, HIGH",
        "worker-busy, 0, 0, 0, 0, 1, HIGH",
        "queue-stack, 2, 1, 99, 100, 4, LOW",
        "queue-stack, 2, 2, 49, 100, 4, MODERATE",
        "queue-stack, 2, 2, 50, 100, 4, HIGH",
        "queue-stack(alpha=1.5), 2, 2, 38, 100, 4, HIGH",
        "queue-stack, 2, 2, 0, 0, 4, MODERATE",
        "queue-stack, 2, 2, 1, 0, 4, HIGH",
        "queue-stack, 0, 0, 0, 100, 4, HIGH",
        "queue-stack-1997, 2, 2, 0, 100, 4, LOW",
        "queue-stack-1997, 2, 0, 1, 100, 4, MODERATE",
        "queue-stack-1997, 2, 2, 50, 100, 4, HIGH",
    })
    void concludes(
            String model,
            int workers,
            int busy,
            long weight,
            long total,
            int nodes,
            LoadState state) {
        LoadSample sample = new LoadSample(workers, busy, (int) weight, weight, total, nodes);
        assertThat(LoadModels.parse(model).stateOf(sample)).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({
        "worker-busy, worker-busy",
        "queue-stack, queue-stack(alpha=2)",
        "queue-stack(alpha=1.5), queue-stack(alpha=1.5)",
        "queue-stack-1997, queue-stack-1997(alpha=2)",
    })
    void readsWhatItWrites(String text, String name) {
        assertThat(LoadModels.parse(text).name()).isEqualTo(name);
        assertThat(LoadModels.parse(name)).isEqualTo(LoadModels.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "worker-bsy; did you mean \"worker-busy\"?",
                "queue-stack(alfa=2); unknown option \"alfa\"",
                "queue-stack(alfa=2); did you mean \"alpha\"?",
                "queue-stack(alpha=1); greater than 1",
                "queue-stack(alpha=NaN); greater than 1",
                "queue-stack(alpha=two); is not a number",
                "queue-stack(alpha=2; is not a name with options",
            })
    void namesWhatIsWrong(String text, String hint) {
        assertThatThrownBy(() -> LoadModels.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(hint);
    }
}
