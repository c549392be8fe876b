package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeCommandTest {

    @TempDir Path directory;

    @Test
    void aDaemonThatSaysNothingOfItselfIsReported() throws Exception {
        Cli cli = new Cli();
        try (FakeDaemon daemon = new FakeDaemon(directory)) {
            NodesAnswer node = NodesAnswer.newBuilder().setNode(FakeDaemon.NODE).build();
            daemon.answers(query ->
                    query.getCluster()
                            ? Answers.newBuilder().addNodes(node).build()
                            : Answers.getDefaultInstance());
            assertThat(cli.run(daemon.command("resume", FakeDaemon.NODE)))
                    .isEqualTo(ExitCode.FAILED);
        }
        assertThat(cli.err())
                .startsWith("evenkeel: n1 (unix:")
                .endsWith(") said nothing of its node\n");
    }
}
