package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalUsersTest {

    private static UserPrincipal user(int number) throws Exception {
        return FileSystems.getDefault()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(String.valueOf(number));
    }

    @Test
    void itsOwnUserAndRootMayComeAsAnything() throws Exception {
        LocalUsers users = LocalUsers.with(IntStream.empty());
        UserPrincipal own = Files.getOwner(Path.of("/proc/self"));
        for (Role role : Role.values()) {
            assertThat(users.whyNot(own, role)).isNull();
            assertThat(users.whyNot(user(0), role)).isNull();
        }
    }

    @Test
    void usersOfWorkersMayComeAsWorkersOnly() throws Exception {
        LocalUsers users = LocalUsers.with(IntStream.range(60_600, 60_610));
        assertThat(users.whyNot(user(60_605), Role.WORKER)).isNull();
        assertThat(users.whyNot(user(60_605), Role.CLIENT)).contains("may not connect as CLIENT");
        assertThat(users.whyNot(user(60_605), Role.PEER)).isNotNull();
        assertThat(users.whyNot(user(60_605), Role.OBSERVER)).isNotNull();
    }

    @Test
    void otherUsersMayNotComeAtAll() throws Exception {
        LocalUsers users = LocalUsers.with(IntStream.range(60_600, 60_610));
        for (Role role : Role.values()) {
            assertThat(users.whyNot(user(58_124), role)).contains("58124");
            assertThat(users.whyNot(null, role)).contains("does not report");
        }
    }
}
