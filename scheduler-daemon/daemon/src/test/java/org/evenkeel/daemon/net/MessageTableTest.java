package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.security.identity.CertRole;
import org.junit.jupiter.api.Test;

/** docs/security.md says of each message what is checked beside its role. */
class MessageTableTest {
    private static final Pattern MESSAGE = Pattern.compile("\\b[A-Z]+(_[A-Z]+)*\\b");

    private static Set<String> table() throws Exception {
        String page = Files.readString(Path.of("../../docs/security.md"));
        int begin = page.indexOf("16. **Whose a job is.**");
        String section = page.substring(begin, page.indexOf("\n\n    Each row has a case", begin));
        Set<String> named = new TreeSet<>();
        for (String line : section.lines().filter(each -> each.startsWith("    | ")).toList()) {
            Matcher matcher = MESSAGE.matcher(line.split("\\|")[1]);
            while (matcher.find()) {
                named.add(matcher.group());
            }
        }
        return named;
    }

    private static Set<String> sent(Role... roles) {
        Set<String> bodies = new TreeSet<>();
        for (Role role : roles) {
            Permissions.of(role, EnumSet.allOf(CertRole.class))
                    .forEach(body -> bodies.add(body.name()));
        }
        return bodies;
    }

    @Test
    void everyMessageOfAProgramACommandAndAWorkerIsInTheTable() throws Exception {
        assertThat(table())
                .containsExactlyInAnyOrderElementsOf(sent(Role.CLIENT, Role.OBSERVER, Role.WORKER));
    }
}
