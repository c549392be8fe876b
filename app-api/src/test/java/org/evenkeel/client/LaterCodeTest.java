package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OpenJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks whose classes come after the connection, in no file: each time is another job. */
@Timeout(120)
class LaterCodeTest extends ClientTestBase {

    private static final int CLASSES = JobClient.MAX_LATER_CODE + 2;

    private static final String LOOP =
            """
            class Loop implements org.evenkeel.api.TaskProcess {
                public void run(org.evenkeel.api.ProcessCalls calls) {}
            }
            """;

    @TempDir Path directory;
    private final String classPath = System.getProperty("java.class.path");
    private final ClassLoader usual = Thread.currentThread().getContextClassLoader();
    private InMemory loader;
    private FakeDaemon daemon;

    /** Has its classes in memory, as JShell does. */
    private static final class InMemory extends ClassLoader {
        private final Map<String, byte[]> classes = new HashMap<>();

        InMemory(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] bytes = classes.get(name);
            return bytes == null
                    ? super.getResourceAsStream(name)
                    : new ByteArrayInputStream(bytes);
        }
    }

    @BeforeEach
    void useLoader() throws Exception {
        StringBuilder text = new StringBuilder(LOOP);
        for (int i = 0; i < CLASSES; i++) {
            text.append(
                    """
                    record Task%s() implements org.evenkeel.api.RemoteCallable<Integer> {
                        public Integer call() {
                            return 1;
                        }
                    }
                    """
                            .formatted(i));
        }
        Path source = Files.writeString(directory.resolve("Tasks.java"), text);
        Path api =
                Path.of(
                        RemoteCallable.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        String[] arguments = {
            "-proc:none", "-cp", api.toString(), "-d", directory.toString(), source.toString()
        };
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
        loader = new InMemory(usual);
        put("Loop");
        for (int i = 0; i < CLASSES; i++) {
            put("Task" + i);
        }
        Thread.currentThread().setContextClassLoader(loader);
        System.setProperty("java.class.path", "");
        daemon = daemon("n1");
        daemon.runs = false;
        daemon.recordFrames = true;
    }

    private void put(String type) throws IOException {
        String name = type + ".class";
        loader.classes.put(name, Files.readAllBytes(directory.resolve(name)));
    }

    @AfterEach
    void useUsualLoader() {
        Thread.currentThread().setContextClassLoader(usual);
        System.setProperty("java.class.path", classPath);
    }

    private void submit(Cluster cluster, int number) throws ReflectiveOperationException {
        Class<?> type = Class.forName("Task" + number, false, loader);
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        cluster.submit((RemoteCallable<?>) constructor.newInstance());
    }

    private List<OpenJob> opened() {
        return daemon.seen.stream().filter(Frame::hasOpenJob).map(Frame::getOpenJob).toList();
    }

    /** The master might never have as many workers a second time, and the first job has them. */
    @Test
    void laterCodeAsksForNoWorkersOfItsOwn() throws Exception {
        Cluster cluster = closedLater(Evenkeel.builder().minWorkers(3).connect());
        submit(cluster, 0);
        submit(cluster, 1);
        await().until(() -> opened().size() == 3);
        assertThat(opened()).extracting(OpenJob::getWidth).containsExactly(3, 0, 0);
    }

    @Test
    void classThatCannotBeReadFailsItsTaskUntilItCan() throws Exception {
        Cluster cluster = closedLater(Evenkeel.builder().connect());
        Class.forName("Task0", false, loader);
        byte[] bytes = loader.classes.remove("Task0.class");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> submit(cluster, 0))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("class Task0 cannot travel");
        }
        loader.classes.put("Task0.class", bytes);
        submit(cluster, 0);
        await().until(() -> opened().size() == 2);
    }

    @Test
    void laterCodeHasALimit() throws Exception {
        Cluster cluster = closedLater(Evenkeel.builder().connect());
        for (int number : IntStream.range(0, JobClient.MAX_LATER_CODE).toArray()) {
            submit(cluster, number);
        }
        assertThatThrownBy(() -> submit(cluster, JobClient.MAX_LATER_CODE))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("more than 300 times")
                .hasMessageEndingWith("connect again");
        await().until(() -> opened().size() == JobClient.MAX_LATER_CODE + 1);
    }

    @Test
    void closedJobOpensNoOtherOne() throws Exception {
        Cluster cluster = closedLater(Evenkeel.builder().connect());
        Cluster other = cluster.job("other");
        other.close();
        Class<? extends TaskProcess> type =
                Class.forName("Loop", false, loader).asSubclass(TaskProcess.class);
        assertThatThrownBy(() -> other.processes(type))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessage("this job was closed");
    }
}
