package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.evenkeel.model.Resources;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.WorkerShape.Collector;
import org.evenkeel.wire.proto.NamedText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a job asks of its workers travels whole, and what is out of bounds is refused. */
class ResourceMapperTest {

    @ParameterizedTest
    @EnumSource
    void shapesTravelWhole(Collector collector) {
        Resources asked =
                new Resources(
                        64L << 20,
                        0,
                        0,
                        new WorkerShape(
                                collector,
                                true,
                                List.of("jdk.incubator.vector", "java.sql"),
                                512,
                                Map.of("com.acme.mode", "fast and good"),
                                Map.of("MY_DATA", "")));
        assertThat(ResourceMapper.toModel(ResourceMapper.toWire(asked))).isEqualTo(asked);
    }

    @Test
    void usualWorkersCarryNoShape() {
        Resources asked = new Resources(64L << 20, 0, 0);
        assertThat(ResourceMapper.toWire(asked).hasWorker()).isFalse();
        assertThat(ResourceMapper.toModel(ResourceMapper.toWire(asked))).isEqualTo(asked);
    }

    @Test
    void namesThatCouldBeOptionsAndValuesOutOfBoundsAreRefused() {
        assertRefused(shape().addModules("java.sql -javaagent:x.jar"), "module");
        assertRefused(shape().addModules("@file"), "module");
        assertRefused(shape().addProperties(named("a=b", "")), "system property");
        assertRefused(shape().addEnvironment(named("A=B", "")), "environment variable");
        assertRefused(shape().addEnvironment(named("A", "x\0y")), "character 0");
        assertRefused(shape().addEnvironment(named("A", "é".repeat(2048))), "4097 bytes");
        assertRefused(shape().setStackKib(255), "255 KiB");
        assertRefused(shape().setStackKib(-1), "-1 KiB");
        assertRefused(shape().setCollector(5), "garbage collector 5");
        assertRefused(shape().setCollector(-1), "garbage collector -1");
    }

    private static org.evenkeel.wire.proto.WorkerShape.Builder shape() {
        return org.evenkeel.wire.proto.WorkerShape.newBuilder();
    }

    private static NamedText named(String name, String text) {
        return NamedText.newBuilder().setName(name).setText(text).build();
    }

    private static void assertRefused(
            org.evenkeel.wire.proto.WorkerShape.Builder shape, String why) {
        org.evenkeel.wire.proto.Resources wire =
                org.evenkeel.wire.proto.Resources.newBuilder().setWorker(shape).build();
        assertThatThrownBy(() -> ResourceMapper.toModel(wire))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
