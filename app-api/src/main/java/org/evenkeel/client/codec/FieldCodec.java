package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** One field of one class: how its value is read from an object and put into a stream, and back. */
final class FieldCodec {

    private enum Form {
        BOOLEAN,
        BYTE,
        SHORT,
        CHAR,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        STRING,
        /** The value's class is the field's: it need not be named. */
        EXACT,
        ANY
    }

    /** How the compiler names the fields with what a class captures. */
    private static final String OUTER = "this$";

    private static final String CAPTURED = "val$";

    private final Field field;
    private final Class<?> type;
    private final Form form;

    FieldCodec(Kryo kryo, Field field) {
        this.field = field;
        this.type = field.getType();
        this.form = formOf(type);
    }

    private static Form formOf(Class<?> type) {
        if (type.isPrimitive()) {
            return Form.valueOf(type.getName().toUpperCase(java.util.Locale.ROOT));
        }
        if (type == String.class) {
            return Form.STRING;
        }
        Class<?> element = AllowList.elementOf(type);
        boolean exact = Modifier.isFinal(element.getModifiers()) || element.isPrimitive();
        return exact && !element.isEnum() ? Form.EXACT : Form.ANY;
    }

    /** {@code Board.lock}; {@code captured board} for what an inner class has captured. */
    String path() {
        String name = field.getName();
        if (field.isSynthetic() && name.startsWith(OUTER)) {
            return "captured this (" + type.getTypeName() + ")";
        }
        if (field.isSynthetic() && name.startsWith(CAPTURED)) {
            return "captured " + name.substring(CAPTURED.length());
        }
        String owner = field.getDeclaringClass().getTypeName();
        owner = owner.substring(owner.lastIndexOf('.') + 1);
        return owner.substring(owner.lastIndexOf('$') + 1) + "." + name;
    }

    void write(Kryo kryo, Output output, Object object) throws IllegalAccessException {
        switch (form) {
            case BOOLEAN -> output.writeBoolean(field.getBoolean(object));
            case BYTE -> output.writeByte(field.getByte(object));
            case SHORT -> output.writeShort(field.getShort(object));
            case CHAR -> output.writeChar(field.getChar(object));
            case INT -> output.writeVarInt(field.getInt(object), false);
            case LONG -> output.writeVarLong(field.getLong(object), false);
            case FLOAT -> output.writeFloat(field.getFloat(object));
            case DOUBLE -> output.writeDouble(field.getDouble(object));
            case STRING -> output.writeString((String) field.get(object));
            case EXACT -> kryo.writeObjectOrNull(output, field.get(object), type);
            case ANY -> kryo.writeClassAndObject(output, field.get(object));
        }
    }

    void read(Kryo kryo, Input input, Object object) throws IllegalAccessException {
        switch (form) {
            case BOOLEAN -> field.setBoolean(object, input.readBoolean());
            case BYTE -> field.setByte(object, input.readByte());
            case SHORT -> field.setShort(object, input.readShort());
            case CHAR -> field.setChar(object, input.readChar());
            case INT -> field.setInt(object, input.readVarInt(false));
            case LONG -> field.setLong(object, input.readVarLong(false));
            case FLOAT -> field.setFloat(object, input.readFloat());
            case DOUBLE -> field.setDouble(object, input.readDouble());
            case STRING -> field.set(object, input.readString());
            case EXACT, ANY -> field.set(object, readObject(kryo, input));
        }
    }

    @Nullable Object readValue(Kryo kryo, Input input) {
        return switch (form) {
            case BOOLEAN -> input.readBoolean();
            case BYTE -> input.readByte();
            case SHORT -> input.readShort();
            case CHAR -> input.readChar();
            case INT -> input.readVarInt(false);
            case LONG -> input.readVarLong(false);
            case FLOAT -> input.readFloat();
            case DOUBLE -> input.readDouble();
            case STRING -> input.readString();
            case EXACT, ANY -> readObject(kryo, input);
        };
    }

    private @Nullable Object readObject(Kryo kryo, Input input) {
        if (form == Form.EXACT) {
            return kryo.readObjectOrNull(input, type);
        }
        return kryo.readClassAndObject(input);
    }
}
