package org.evenkeel.simulator.mutants;

import java.util.List;
import java.util.Set;

/** Bugs to plant in the journal. */
final class JournalMutants {

    private static final String NOTICED = "J1 or J2";

    private JournalMutants() {}

    private static Mutant bug(
            String id, String breaks, String file, String snippet, String replacement) {
        return new Mutant(id, breaks, NOTICED, "kernel/journal/" + file, snippet, replacement);
    }

    /** Those that random clusters find, too, where disks neither fill up nor fail. */
    static List<Mutant> inClusters() {
        Set<String> ids =
                Set.of(
                        "name-not-forced",
                        "header-not-forced",
                        "group-not-forced",
                        "end-of-segment-not-forced",
                        "live-entries-lost");
        return all().stream().filter(mutant -> ids.contains(mutant.id())).toList();
    }

    static List<Mutant> all() {
        return List.of(
                bug(
                        "unmarked-bytes-trusted",
                        "what a failed force left in memory only is taken for safe",
                        "JournalRecovery",
                        "writeAgain(last);",
                        ""),
                bug(
                        "tear-stays",
                        "bytes behind the tear come back",
                        "JournalRecovery",
                        "storage.truncate(last.file(), last.end());",
                        ""),
                bug(
                        "repair-not-forced",
                        "the repaired end is not durable when it is used",
                        "JournalRecovery",
                        "Forcing.file(storage, last.file());",
                        ""),
                bug(
                        "left-overs-deleted-first",
                        "a segment goes before the mark that permits it is durable",
                        "JournalRecovery",
                        "writeAgain(last);",
                        "for (long number : leftOver) { storage.delete(SegmentName.of(number)); }"
                                + " leftOver.clear(); writeAgain(last);"),
                bug(
                        "name-not-forced",
                        "a new segment is not in its directory after a crash",
                        "SegmentWriter",
                        "Forcing.directory(storage);",
                        ""),
                bug(
                        "header-not-forced",
                        "records stand behind a header that is not there",
                        "SegmentWriter",
                        "Forcing.file(storage, file); Forcing.directory",
                        "Forcing.directory"),
                bug(
                        "group-not-forced",
                        "a group is said to be durable and is not",
                        "Journal",
                        "writeGroup(); writer.force();",
                        "writeGroup();"),
                bug(
                        "cleaned-too-early",
                        "a segment goes before the mark that permits it is durable",
                        "Journal",
                        "deleteCleaned(); finishCleaning();",
                        "finishCleaning(); deleteCleaned();"),
                bug(
                        "end-of-segment-not-forced",
                        "the next segment names an end that is not durable",
                        "Journal",
                        "if (!writer.isForced()) { writer.force();",
                        "if (!writer.isForced()) {"),
                bug(
                        "not-cut-back",
                        "half a group stays in front of the next segment",
                        "Journal",
                        "writer.cutBack(); markOwed = false;",
                        "markOwed = false;"),
                bug(
                        "damage-near-the-end-is-a-tear",
                        "damage is dropped instead of refused",
                        "SegmentScan",
                        "forcedTo > end;",
                        "forcedTo > end + 100;"),
                bug(
                        "live-entries-lost",
                        "cleaning forgets some live entries",
                        "Cleaner",
                        "index.isLive(written.entry(), segment, written.offset())",
                        "index.isLive(written.entry(), segment, written.offset())"
                                + " && written.offset() % 5 != 0"),
                bug(
                        "mark-vouches-for-itself",
                        "a mark says that itself is forced",
                        "SegmentWriter",
                        "int one = format.putMark(out, segment, end, forced, cleanedTo);",
                        "int one = format.putMark(out, segment, end, end + 32, cleanedTo);"),
                bug(
                        "group-vouches-for-what-is-before",
                        "a mark says more than was forced",
                        "SegmentWriter",
                        "checks[0] = format.putMark(out, segment, end, forced, cleanedTo);",
                        "checks[0] = format.putMark(out, segment, end, end, cleanedTo);"),
                bug(
                        "records-count-anywhere",
                        "a record is believed in another place",
                        "RecordFormat",
                        "crc.update(place.clear().putLong(segment).putLong(offset).flip());",
                        ""),
                bug(
                        "key-not-checked",
                        "a flipped bit files an entry under another key",
                        "RecordFormat",
                        "position(start + AFTER_CRC));",
                        "position(start + AFTER_CRC + 24));"));
    }
}
