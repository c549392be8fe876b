package org.evenkeel.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoliciesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "hybrid; hybrid(placement=paper,fit=first,announce=lazy,relay=off,hop-limit=off)",
                "hybrid(placement=local-first, fit=best);"
                        + "hybrid(placement=local-first,fit=best,announce=lazy,relay=off,hop-limit=off)",
                "hybrid(hop-limit=3);"
                        + "hybrid(placement=paper,fit=first,announce=lazy,relay=off,hop-limit=3)",
                "hybrid-1997; hybrid-1997",
                "sender-initiated(fit=rotating); sender-initiated(fit=rotating)",
                "receiver-initiated; receiver-initiated(lambda=adaptive)",
                "receiver-initiated(lambda=100ms); receiver-initiated(lambda=100ms)",
                "none; none"
            })
    void readsWhatItWrites(String text, String name) {
        assertThat(Policies.parse(text).name()).isEqualTo(name);
        assertThat(Policies.parse(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "hybird; did you mean \"hybrid\"?",
                "hybrid(placment=paper); unknown option \"placment\"",
                "hybrid(placment=paper); did you mean \"placement\"?",
                "hybrid(fit=bset); option \"fit\" cannot be \"bset\"",
                "hybrid(fit=bset); did you mean \"best\"?",
                "hybrid(hop-limit=0); a whole number from 1 to 1000, not \"0\"",
                "none(fit=best); there are none",
                "receiver-initiated(lambda=0s); greater than 0",
                "receiver-initiated(lambda=soon); a time such as 100ms",
            })
    void namesWhatIsWrongAndTheNearestKnownWord(String text, String hint) {
        assertThatThrownBy(() -> Policies.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(hint);
    }

    @Test
    void givesEachNodeItsOwnInstance() {
        PolicyFactory factory = Policies.parse("hybrid(fit=rotating)");
        assertThat(factory.create(1)).isNotSameAs(factory.create(1));
    }

    @Test
    void describesEveryPolicyInOneLine() {
        assertThat(Policies.all()).hasSize(5);
        for (Policies.Entry entry : Policies.all()) {
            assertThat(Policies.parse(entry.name()).create(1).name()).startsWith(entry.name());
            assertThat(entry.description()).isNotBlank().doesNotContain("\n");
        }
    }
}
