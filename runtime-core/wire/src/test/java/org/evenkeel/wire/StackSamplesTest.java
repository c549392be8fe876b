package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;
import org.junit.jupiter.api.Test;

class StackSamplesTest {

    private static ProfileTaken taken(StackSamples samples, int maxBytes) {
        ProfileTaken.Builder taken = ProfileTaken.newBuilder();
        long left =
                samples.most(
                        maxBytes,
                        (frames, count) ->
                                taken.addStacks(
                                        ProfiledStack.newBuilder()
                                                .setFrames(frames)
                                                .setSamples(count)));
        return taken.setLeftOut(left).build();
    }

    @Test
    void theStacksWithTheMostSamplesAreGivenAndTheOthersCounted() {
        StackSamples samples = new StackSamples(1_000);
        samples.add("a.b;c.d", 1);
        samples.add("a.b;c.e", 2);
        samples.add("a.b;c.d", 3);
        samples.addLeftOut(5);
        ProfileTaken taken = taken(samples, 40);
        assertThat(taken.getStacksList())
                .containsExactly(
                        ProfiledStack.newBuilder().setFrames("a.b;c.d").setSamples(4).build());
        assertThat(taken.getLeftOut()).isEqualTo(7);
    }

    /** In bytes, all of them: short names weigh less than what stands around them. */
    @Test
    void anAnswerIsNotLongerThanItsBoundWhateverNamesHave() {
        for (String name : new String[] {"", "a.b", "com.acme.漢字.método"}) {
            StackSamples samples = new StackSamples(4 << 20);
            for (int i = 0; i < 100_000; i++) {
                samples.add(name + i, Long.MAX_VALUE >> 20);
            }
            ProfileTaken taken = taken(samples, 400_000);
            assertThat(taken.getStacksCount()).isGreaterThan(5_000);
            assertThat(taken.getSerializedSize()).isBetween(200_000, 400_020);
        }
    }
}
