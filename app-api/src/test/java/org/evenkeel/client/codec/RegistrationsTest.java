package org.evenkeel.client.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import java.util.List;
import org.evenkeel.client.value.ProducedValue;
import org.junit.jupiter.api.Test;

/** Numbers of types in payloads: other versions read them. */
class RegistrationsTest {

    @Test
    void typesAreAddedAtTheEnd() {
        Kryo kryo = KryoFactory.create(getClass().getClassLoader(), type -> {}, () -> false);
        int last = kryo.getRegistration(ProducedValue.class).getId();
        List<Class<?>> added =
                List.of(TaskAdapters.OfSupplier.class, TaskAdapters.OfFunction.class);
        for (Class<?> each : added) {
            assertThat(kryo.getRegistration(each).getId()).as("%s", each).isEqualTo(++last);
        }
        assertThat(kryo.getRegistration(last + 1)).as("one that this list does not name").isNull();
    }
}
