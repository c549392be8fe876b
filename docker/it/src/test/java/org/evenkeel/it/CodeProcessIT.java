package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code travels by content: one jar to link, no deployment, no restart when it changes. */
@Tag("extended")
class CodeProcessIT {
    @TempDir Path directory;

    private static String program(int version) {
        return
"""
        import org.evenkeel.*;
import org.evenkeel.api.*;
        public class Prog {
            record Ask(int n) implements Task<String> {
                public String run(TaskContext c) { return "version %d says " + Helper.twice(n); }
            }
            static class Helper { static int twice(int n) { return n * 2; } }
            public static void main(String[] a) throws Exception {
                try (Cluster cluster = Evenkeel.connect()) {
                    System.out.println(cluster.receiveResult(cluster.sendTask(new Ask(21))));
                }
            }
        }
"""
                .formatted(version);
    }

    @Test
    void aProgramThatLinksTheOneJarWorksAndItsChangedCodeNeedsNoRestart() throws Exception {
        OutsideProgram program = new OutsideProgram(directory);
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 1))) {
            Path node = nodes.directory.resolve("nodes/n1");
            program.compile("Prog", program(1));
            assertThat(program.run("Prog", node)).contains("version 1 says 42");
            program.compile("Prog", program(2));
            assertThat(program.run("Prog", node)).contains("version 2 says 42");
        }
    }

    @Test
    @LongForm
    void portsAnExecutorServiceProgramAndServesProcesses() throws Exception {
        OutsideProgram program = new OutsideProgram(directory);
        program.compile(
                "Pool",
"""
                import java.util.*;
                import java.util.concurrent.*;
                import org.evenkeel.*;
import org.evenkeel.api.*;
                public class Pool {
                    public static class Adder implements TaskProcess {
                        public void run(ProcessCalls calls) throws Exception {
                            while (true) {
                                ReceivedTask task = calls.receiveTask();
                                calls.sendResult(task, (Integer) task.body() + 1000);
                            }
                        }
                    }
                    public static void main(String[] a) throws Exception {
                        try (Cluster cluster = Evenkeel.connect()) {
                            ClusterExecutor pool = cluster.executor();
                            List<Future<Integer>> all = new ArrayList<>();
                            for (int i = 0; i < 20; i++) {
                                int n = i;
                                all.add(pool.submit(() -> n * n));
                            }
                            int sum = 0;
                            for (Future<Integer> f : all) sum += f.get();
                            System.out.println("sum " + sum);
                            ProcessGroup adders = cluster.processes(Adder.class);
                            TaskHandle<Integer> handle = adders.sendTask(7);
                            System.out.println("added " + adders.receiveResult(handle));
                        }
                    }
                }
""");
        try (StartedNodes nodes = StartedNodes.start(Setup.of(2, 1))) {
            assertThat(program.run("Pool", nodes.directory.resolve("nodes/n2")))
                    .contains("sum 2470")
                    .contains("added 1007");
        }
    }
}
