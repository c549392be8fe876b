package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Exceptions inside other objects. */
final class ThrowableSerializer extends Serializer<Throwable> {

    @Override
    public void write(Kryo kryo, Output output, Throwable thrown) {
        ThrowableCodec.write(output, thrown);
    }

    @Override
    public Throwable read(Kryo kryo, Input input, Class<? extends Throwable> type) {
        return ThrowableCodec.read(input, kryo.getClassLoader());
    }
}
