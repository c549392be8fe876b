package org.evenkeel.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.kernel.policy.registry.PolicyFactory;
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
                "random; random",
                "round-robin; round-robin",
                "power-of-two; power-of-two(choices=2,tell=1)",
                "power-of-two(choices=3); power-of-two(choices=3,tell=1)",
                "work-stealing; work-stealing(take=one,lambda=adaptive)",
                "work-stealing(take=half,lambda=1ms); work-stealing(take=half,lambda=1ms)",
                "gradient; gradient(low=1.0,high=1.0,max=8)",
                "gradient(high=2); gradient(low=1.0,high=2.0,max=8)",
                "acwn; acwn(min=0,max=8,saturation=24.0,tell=1)",
                "rid; rid(low=2.0,change=0.5)",
                "sid(high=1.5,change=0); sid(high=1.5,change=0.0)",
                "pvm-round-robin; pvm-round-robin",
                "glunix; glunix",
                "nrics(eta=0.5); nrics(eta=0.5,gap=50ms)",
                "nrics-no-migration; nrics-no-migration(eta=0.0,gap=50ms)",
                "nrics-1999; nrics-1999(eta=0.5,gap=50ms)",
                "nrics-1999-no-migration(eta=0); nrics-1999-no-migration(eta=0.0,gap=50ms)",
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
                "power-of-two(choices=0); a whole number from 1 to 64",
                "power-of-two(tell=often); a whole number from 1 to 1000, not \"often\"",
                "gradient(low=3); high must not be less than low",
                "acwn(min=9); max must not be less than min",
                "sid(change=2); a number from 0.0 to 1.0",
                "work-stealing(take=al); option \"take\" cannot be \"al\"",
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
        assertThat(Policies.all()).hasSize(21);
        for (Policies.Entry entry : Policies.all()) {
            assertThat(Policies.parse(entry.name()).create(1).name()).startsWith(entry.name());
            assertThat(entry.description()).isNotBlank().doesNotContain("\n");
        }
    }
}
