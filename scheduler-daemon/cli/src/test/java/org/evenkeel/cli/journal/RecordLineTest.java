package org.evenkeel.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordLineTest {
    @Test
    void aRecordIsOneLineWhateverItsNamesAre() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", "journal-1.log");
        fields.put("offset", 7);
        fields.put("record", "job opened");
        fields.put("job", "3k7x0a9q2m4fz");
        fields.put("name", "a\u001b[2J\n\u202eb");
        fields.put("minWorkers", 2);
        fields.put("width", 2);
        assertThat(RecordLine.text(fields))
                .as("with the names of this version")
                .isEqualTo(
                        "journal-1.log:7         job opened job 3k7x0a9q2m4fz, "
                                + "name a\\u001b[2J\\u000a\\u202eb, minWorkers 2");
    }
}
