package org.evenkeel.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.WorkerShape.Collector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What jobs may ask of the JVM of their workers. */
class JobOptionsTest {

    private static final WorkerShape ALL =
            new WorkerShape(
                    Collector.Z,
                    true,
                    List.of("jdk.incubator.vector"),
                    1024,
                    Map.of("com.acme.mode", "fast"),
                    Map.of());

    private static @Nullable String whyNot(String key, WorkerShape shape) throws ConfigException {
        return JobOptions.parse(key).whyNot(shape);
    }

    private static WorkerShape property(String name) {
        return new WorkerShape(null, false, List.of(), 0, Map.of(name, "x"), Map.of());
    }

    private static WorkerShape variable(String name) {
        return new WorkerShape(null, false, List.of(), 0, Map.of(), Map.of(name, "x"));
    }

    @Test
    void permitsByDefaultAllButTheEnvironment() throws Exception {
        assertThat(whyNot(JobOptions.DEFAULT, ALL)).isNull();
        assertThat(whyNot(JobOptions.DEFAULT, variable("MY_DATA")))
                .contains("\"environment: MY_DATA\"", "job-options");
    }

    @Test
    void namesTheFirstWishThatIsNotPermitted() throws Exception {
        assertThat(whyNot("none", ALL)).contains("\"gc: z\"");
        assertThat(whyNot("gc", ALL)).contains("\"preview\"");
        assertThat(whyNot("gc,preview", ALL)).contains("\"modules: jdk.incubator.vector\"");
        assertThat(whyNot("gc, preview, modules, stack(512k)", ALL)).contains("\"stack: 1024k\"");
        assertThat(whyNot("gc,preview,modules,stack(1m),properties(app.)", ALL))
                .contains("\"property: com.acme.mode\"");
        assertThat(whyNot("none", WorkerShape.NONE)).isNull();
    }

    @Test
    void permitsNamesByHowTheyBegin() throws Exception {
        assertThat(whyNot("properties(app., com.acme.)", property("com.acme.mode"))).isNull();
        assertThat(whyNot("environment(MY_)", variable("MY_DATA"))).isNull();
        assertThat(whyNot("environment(MY_)", variable("YOUR_DATA"))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.home",
                "jdk.x",
                "sun.x",
                "com.sun.management.jmxremote.port",
                "evenkeel.x"
            })
    void neverPermitsPropertiesOfJavaAndOurs(String name) throws Exception {
        assertThat(whyNot("properties", property(name))).contains("no node lets", name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PATH",
                "LD_PRELOAD",
                "JAVA_TOOL_OPTIONS",
                "_JAVA_OPTIONS",
                "JDK_JAVA_OPTIONS"
            })
    void neverPermitsVariablesThatChangeWhatIsRun(String name) throws Exception {
        assertThat(whyNot("environment", variable(name))).contains("no node lets", name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "gc,",
                "gcc",
                "gc preview",
                "gc,gc",
                "gc(z)",
                "stack",
                "stack(1)",
                "stack(2g)",
                "none,gc",
                "properties(a",
                "properties(,a)",
                "-Xint"
            })
    void refusesWhatItDoesNotUnderstand(String key) {
        assertThatThrownBy(() -> JobOptions.parse(key))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("job-options: ");
    }
}
