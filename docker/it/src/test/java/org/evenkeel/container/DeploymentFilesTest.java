package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.DownTimes;
import org.evenkeel.daemon.config.ConfigKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files for Kubernetes fit the image and the daemon. No cluster is at hand: where kubectl is,
 * it reads them as the objects that they are to be.
 */
@Tag("extended")
class DeploymentFilesTest {
    private static final String CLUSTER = "k8s/evenkeel.yaml";
    private static final String CLIENT = "k8s/client.yaml";

    /** For the start of {@code evenkeel down} on a busy machine. */
    private static final int START_SECONDS = 10;

    private static Map<?, ?> pod(String workload) throws IOException {
        String kind =
                switch (workload) {
                    case "authority" -> "Deployment";
                    case "daemon" -> "StatefulSet";
                    default -> "Job";
                };
        Map<?, ?> object =
                kind.equals("Job")
                        ? DeploymentFiles.objects(DeploymentFiles.text(CLIENT)).getFirst()
                        : DeploymentFiles.object(DeploymentFiles.text(CLUSTER), kind, workload);
        return (Map<?, ?>) DeploymentFiles.at(object, "spec", "template", "spec");
    }

    private static Object container(String workload, Object... path) throws IOException {
        Object container = DeploymentFiles.at(pod(workload), "containers", 0);
        return DeploymentFiles.at(container, path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"authority", "daemon", "client"})
    void podIsTheImagesUserAndBeginsWithAScriptOfTheImage(String workload) throws Exception {
        String image = DeploymentFiles.text("Dockerfile");
        assertThat(image).contains("USER 10001:10001");
        for (String key : List.of("runAsUser", "runAsGroup", "fsGroup")) {
            assertThat(DeploymentFiles.at(pod(workload), "securityContext", key)).isEqualTo(10001);
        }
        List<?> command = (List<?>) container(workload, "command");
        assertThat(command.getFirst()).isEqualTo("bash");
        String script = String.valueOf(command.get(1));
        assertThat(image).contains("COPY docker/container /opt/evenkeel/container");
        assertThat(script).startsWith("/opt/evenkeel/");
        assertThat(DeploymentFiles.DOCKER.resolve(script.substring("/opt/evenkeel/".length())))
                .exists();
        assertThat(container(workload, "volumeMounts").toString())
                .contains("mountPath=/var/lib/evenkeel}", "mountPath=/var/lib/evenkeel-join}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"authority", "daemon"})
    void machineLeavesWithinTheGracePeriod(String workload) throws Exception {
        assertThat(container(workload, "lifecycle", "preStop", "exec", "command"))
                .isEqualTo(List.of("evenkeel", "down"));
        assertThat((Integer) DeploymentFiles.at(pod(workload), "terminationGracePeriodSeconds"))
                .isGreaterThan((int) DownTimes.MOST.toSeconds() + START_SECONDS);
        List<?> args = (List<?>) container(workload, "args");
        String grace = String.valueOf(args.get(args.indexOf("--drain-grace") + 1));
        assertThat(Duration.parse("PT" + grace))
                .as("--drain-grace, before down kills")
                .isLessThan(DownTimes.DRAIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"authority", "daemon"})
    void portIsTheImagesAndFlagsAreTheDaemons(String workload) throws Exception {
        assertThat(DeploymentFiles.text("Dockerfile")).contains("EXPOSE 4712");
        assertThat(container(workload, "ports", 0, "containerPort")).isEqualTo(4712);
        List<String> keys =
                Arrays.stream(ConfigKey.values())
                        .map(configKey -> "--" + configKey.spelling())
                        .toList();
        assertThat((List<?>) container(workload, "args"))
                .map(String::valueOf)
                .filteredOn(word -> word.startsWith("--"))
                .isNotEmpty()
                .isSubsetOf(keys);
        assertThat(container(workload, "readinessProbe", "exec", "command"))
                .isEqualTo(List.of("evenkeel", "nodes", "--here"));
    }

    /** Tokens name it so: see docker/container/authority.sh. */
    @Test
    void authorityIsFoundUnderItsHostName() throws Exception {
        String yaml = DeploymentFiles.text(CLUSTER);
        assertThat(DeploymentFiles.at(pod("authority"), "hostname")).isEqualTo("authority");
        Map<?, ?> service = DeploymentFiles.object(yaml, "Service", "authority");
        assertThat(DeploymentFiles.at(service, "spec", "ports", 0, "port")).isEqualTo(4712);
        assertThat(DeploymentFiles.at(service, "spec", "selector"))
                .isEqualTo(
                        DeploymentFiles.at(
                                DeploymentFiles.object(yaml, "Deployment", "authority"),
                                "spec",
                                "selector",
                                "matchLabels"));
    }

    @Test
    void chartSaysTheSameUntilValuesSayOtherwise() throws Exception {
        String rendered =
                DeploymentFiles.rendered("helm/templates/evenkeel.yaml")
                        .replaceAll("(?m)^ *storageClassName: *\n", "");
        assertThat(DeploymentFiles.objects(rendered))
                .isEqualTo(DeploymentFiles.objects(DeploymentFiles.text(CLUSTER)));
    }

    @Test
    void chartHandsOptionsToTheDaemons() throws Exception {
        String rendered =
                DeploymentFiles.rendered(
                        "helm/templates/evenkeel.yaml", List.of("--policy", "nrics(eta=0.5)"));
        for (String workload : List.of("authority", "daemon")) {
            Map<?, ?> object =
                    DeploymentFiles.object(
                            rendered,
                            workload.equals("daemon") ? "StatefulSet" : "Deployment",
                            workload);
            List<Object> args = new ArrayList<>((List<?>) container(workload, "args"));
            args.addAll(List.of("--policy", "nrics(eta=0.5)"));
            assertThat(
                            DeploymentFiles.at(
                                    object, "spec", "template", "spec", "containers", 0, "args"))
                    .isEqualTo(args);
        }
    }

    /** It drops what it does not know, and refuses what is of another type. */
    @ParameterizedTest
    @ValueSource(strings = {"authority", "daemon", "client"})
    void kubectlKnowsEveryField(String workload, @TempDir Path directory) throws Exception {
        assumeTrue(isThere(), "there is no kubectl; left out: fields of docker/k8s");
        Map<?, ?> object =
                workload.equals("client")
                        ? DeploymentFiles.objects(DeploymentFiles.text(CLIENT)).getFirst()
                        : DeploymentFiles.object(
                                DeploymentFiles.text(CLUSTER),
                                workload.equals("daemon") ? "StatefulSet" : "Deployment",
                                workload);
        Path file = directory.resolve("object.json");
        Files.writeString(file, JSON.std.asString(object));
        String typed =
                Shell.run(
                        "kubectl",
                        "set",
                        "env",
                        "--local",
                        "-f",
                        file.toString(),
                        "A=b",
                        "-o",
                        "json");
        assertKept("", object, JSON.std.mapFrom(typed));
    }

    private static boolean isThere() throws InterruptedException {
        try {
            Process kubectl =
                    new ProcessBuilder("kubectl", "version", "--client")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return kubectl.waitFor(20, TimeUnit.SECONDS) && kubectl.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void assertKept(String path, Object ours, Object typed) {
        switch (ours) {
            case Map<?, ?> map -> {
                assertThat(typed).as(path).isInstanceOf(Map.class);
                map.forEach((key, value) -> {
                    assertThat(((Map<?, ?>) typed).containsKey(key))
                            .as("known: " + path + "." + key)
                            .isTrue();
                    assertKept(path + "." + key, value, ((Map<?, ?>) typed).get(key));
                });
            }
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    assertKept(path + "." + i, list.get(i), ((List<?>) typed).get(i));
                }
            }
            case null, default ->
                    assertThat(String.valueOf(typed)).as(path).isEqualTo(String.valueOf(ours));
        }
    }
}
