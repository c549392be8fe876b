package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.evenkeel.recorder.report.SlotTime.Cause;
import org.junit.jupiter.api.Test;

class SlotTimeTest {

    @Test
    void ofSeveralCausesTheFirstCounts() {
        SlotTime slot =
                new SlotTime()
                        .add(Cause.COMPUTING, 10, 20)
                        .add(Cause.OTHER_JOBS, 15, 30)
                        .add(Cause.CLOSED, 25, 40)
                        .add(Cause.IDLE_BESIDE_WAITING, 0, 50);
        assertThat(slot.of(TimeSpans.of(0, 100)))
                .isEqualTo(
                        Map.of(
                                Cause.COMPUTING, 10L,
                                Cause.LOST, 0L,
                                Cause.OTHER_JOBS, 10L,
                                Cause.CLOSED, 10L,
                                Cause.IDLE_BESIDE_WAITING, 20L,
                                Cause.NOTHING_TO_DO, 50L));
    }

    @Test
    void whatIsOutsideTheTimeOfTheSlotDoesNotCount() {
        SlotTime slot = new SlotTime().add(Cause.COMPUTING, 0, 100);
        assertThat(slot.of(TimeSpans.of(40, 50))).containsEntry(Cause.COMPUTING, 10L);
    }

    @Test
    void theCausesAddUpToTheTimeOfTheSlot() {
        Random random = new Random(28);
        Cause[] causes = Cause.values();
        for (int round = 0; round < 1_000; round++) {
            SlotTime slot = new SlotTime();
            for (int i = random.nextInt(20); i > 0; i--) {
                long begin = random.nextInt(1_000);
                slot.add(causes[random.nextInt(5)], begin, begin + random.nextInt(200));
            }
            TimeSpans present = TimeSpans.of(random.nextInt(200), 300 + random.nextInt(900));
            assertThat(slot.of(present).values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(present.total());
        }
    }
}
