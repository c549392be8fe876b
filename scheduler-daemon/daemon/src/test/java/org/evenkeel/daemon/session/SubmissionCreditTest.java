package org.evenkeel.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is promised to all together is there, and everybody gets its share in the end. */
class SubmissionCreditTest {
    private static final long ALL = 80_000;
    private static final long MOST = 60_000;
    private static final long LEAST = 256;

    private final SubmissionCredit submissionCredit = new SubmissionCredit(ALL, MOST, LEAST);

    private SubmissionCredit.SessionCredit join() {
        SubmissionCredit.SessionCredit line = submissionCredit.open();
        submissionCredit.distribute();
        return line;
    }

    @Test
    void oneAloneGetsTheMost() {
        assertThat(join().promised()).isEqualTo(MOST);
    }

    @Test
    void whoComesWhileAnotherUsesAllGetsTheLeastAndItsShareWhenThatHasEnded() {
        SubmissionCredit.SessionCredit first = join();
        first.setUsed(MOST);
        SubmissionCredit.SessionCredit second = join();
        SubmissionCredit.SessionCredit third = join();
        assertThat(second.promised()).as("what was free").isEqualTo(ALL - MOST);
        assertThat(third.promised()).isEqualTo(LEAST);
        assertThat(submissionCredit.isShort()).isTrue();

        first.setUsed(1_000);
        submissionCredit.distribute();
        assertThat(third.promised()).as("it may have sent more meanwhile").isEqualTo(LEAST);
        first.onAcknowledged();
        submissionCredit.distribute();
        assertThat(List.of(first.promised(), second.promised(), third.promised()))
                .containsOnly(ALL / 3);
        assertThat(submissionCredit.isShort()).isFalse();
    }

    @Test
    void whoIsAwayKeepsWhatItUsesAndNoMore() {
        SubmissionCredit.SessionCredit away = join();
        away.setUsed(100);
        away.setPresent(false);
        SubmissionCredit.SessionCredit here = join();
        assertThat(here.promised()).isEqualTo(MOST);
        SubmissionCredit.SessionCredit other = join();
        here.onAcknowledged();
        submissionCredit.distribute();
        assertThat(here.promised()).isEqualTo(ALL / 2);
        assertThat(other.promised()).as("all but what is in use").isEqualTo(ALL / 2 - 100);
    }

    @Test
    void ofManyWhoComeFewChangeWhatTheOthersAreTold() {
        int told = 0;
        List<SubmissionCredit.SessionCredit> lines = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            long before = lines.isEmpty() ? 0 : lines.getFirst().promised();
            lines.add(join());
            lines.forEach(SubmissionCredit.SessionCredit::onAcknowledged);
            submissionCredit.distribute();
            told += lines.getFirst().promised() == before ? 0 : 1;
        }
        long sum = lines.stream().mapToLong(SubmissionCredit.SessionCredit::promised).sum();
        assertThat(told).as("times that all were told").isLessThan(60);
        assertThat(sum).as("promised").isBetween(ALL * 3 / 5, ALL);
    }

    /** Sessions that send as much as they were ever told, and hear late. */
    @Test
    void whatIsUsedNeverExceedsWhatThereIs() {
        long seed = Long.getLong("evenkeel.seed", 1);
        Random random = new Random(seed);
        List<Client> clients = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            int what = random.nextInt(100);
            if (what == 0 && clients.size() < 30) {
                clients.add(new Client(submissionCredit.open()));
            } else if (what == 1 && !clients.isEmpty()) {
                submissionCredit.close(clients.remove(random.nextInt(clients.size())).line);
            } else if (!clients.isEmpty()) {
                clients.get(random.nextInt(clients.size())).step(random);
            }
            clients.forEach(client -> client.line.setUsed(client.used));
            submissionCredit.distribute();
            long used = clients.stream().mapToLong(client -> client.used).sum();
            assertThat(used)
                    .as("step %d of -Devenkeel.seed=%d -Dtest=SubmissionCreditTest", step, seed)
                    .isLessThanOrEqualTo(ALL + LEAST * clients.size());
        }
    }

    private static final class Client {
        private final SubmissionCredit.SessionCredit line;
        private long knows;
        private long used;

        private Client(SubmissionCredit.SessionCredit line) {
            this.line = line;
        }

        private void step(Random random) {
            switch (random.nextInt(3)) {
                case 0 -> used = Math.max(used, knows);
                case 1 -> used -= random.nextLong(used + 1);
                default -> {
                    knows = line.promised();
                    line.onAcknowledged();
                }
            }
        }
    }
}
