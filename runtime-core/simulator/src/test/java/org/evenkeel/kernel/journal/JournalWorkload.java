package org.evenkeel.kernel.journal;

import java.util.random.RandomGenerator;

/** Random use of a journal: entries, ends, groups, marks, cleaning. */
final class JournalWorkload {

    /** Small enough that a few dozen steps fill several segments. */
    static final JournalSettings SETTINGS = new JournalSettings(900, 1500, 300, 1800, 256);

    private static final int KEYS = 10;
    private static final int KINDS = 3;

    private final RandomGenerator random;
    private final JournalModel model;
    private int serial;

    JournalWorkload(RandomGenerator random, JournalModel model) {
        this.random = random;
        this.model = model;
    }

    void run(Journal journal, int steps) throws Exception {
        for (int i = 0; i < steps; i++) {
            step(journal);
        }
    }

    private void step(Journal journal) throws Exception {
        if (journal.groupSize() == 0 && journal.needsCleaning() && random.nextInt(3) > 0) {
            journal.clean(random.nextInt(50, 1000));
        }
        int choice = random.nextInt(100);
        if (choice < 66) {
            append(journal);
        } else if (choice < 92) {
            force(journal);
        } else {
            journal.forceMark();
            model.markForced();
        }
    }

    private void append(Journal journal) throws Exception {
        Key key = new Key((byte) random.nextInt(2), random.nextInt(KEYS), 7);
        Entry entry =
                random.nextInt(5) == 0
                        ? Entry.end(key)
                        : new Entry(key, 1 + random.nextInt(KINDS), body());
        if (!journal.hasRoom(entry.body().length)) {
            force(journal);
        }
        model.appended(entry);
        journal.append(entry);
    }

    /** Never the same twice. */
    private byte[] body() {
        byte[] body = new byte[4 + random.nextInt(random.nextInt(4) == 0 ? 290 : 60)];
        random.nextBytes(body);
        serial++;
        for (int i = 0; i < 4; i++) {
            body[i] = (byte) (serial >>> 8 * i);
        }
        return body;
    }

    void force(Journal journal) throws Exception {
        boolean something = journal.groupSize() > 0;
        journal.force();
        if (something) {
            model.forced();
        }
    }
}
