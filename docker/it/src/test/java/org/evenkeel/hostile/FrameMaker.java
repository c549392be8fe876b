package org.evenkeel.hostile;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;

/** Frames of every kind that the schema has, filled by chance, and changed by chance. */
final class FrameMaker {

    private static final int MOST_ITEMS = 4;
    private static final int MOST_BYTES = 40;
    private static final int SHA256_BYTES = 32;

    private static final List<FieldDescriptor> ALL = Frame.getDescriptor().getFields();

    /** Numbers at which something changes. */
    private static final double[] FRACTIONS = {
        0,
        -0.0,
        1,
        -1,
        0.5,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY
    };

    private static final long[] EDGES = {
        0,
        1,
        2,
        127,
        128,
        255,
        256,
        65_535,
        1 << 20,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        -1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private static final String[] WORDS = {
        "",
        "n1",
        "dora",
        "mallory",
        "nodes",
        "stats",
        "jobs",
        "tasks",
        "job",
        "explain",
        "../..",
        "%s",
        "\0",
        "x".repeat(300)
    };

    private final Random random;
    private final List<FieldDescriptor> usual;

    /**
     * @param usual of four frames, three say one of these
     */
    FrameMaker(Random random, Set<BodyCase> usual) {
        this.random = random;
        this.usual =
                ALL.stream()
                        .filter(one -> usual.contains(BodyCase.forNumber(one.getNumber())))
                        .toList();
    }

    /** A frame that can be read, whatever it means. */
    Frame valid() {
        Frame.Builder frame = Frame.newBuilder();
        List<FieldDescriptor> of = random.nextInt(4) > 0 ? usual : ALL;
        FieldDescriptor body = of.get(random.nextInt(of.size()));
        Message.Builder builder = frame.newBuilderForField(body);
        fill(builder);
        return frame.setField(body, builder.build()).build();
    }

    private void fill(Message.Builder builder) {
        for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
            if (field.isRepeated()) {
                for (int left = random.nextInt(MOST_ITEMS); left > 0; left--) {
                    builder.addRepeatedField(field, value(builder, field));
                }
            } else if (random.nextInt(4) > 0) {
                builder.setField(field, value(builder, field));
            }
        }
    }

    private Object value(Message.Builder of, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case MESSAGE -> {
                Message.Builder builder = of.newBuilderForField(field);
                fill(builder);
                yield builder.build();
            }
            case ENUM -> {
                List<EnumValueDescriptor> values = field.getEnumType().getValues();
                yield values.get(random.nextInt(values.size()));
            }
            case INT -> (int) number();
            case LONG -> number();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> WORDS[random.nextInt(WORDS.length)];
            case BYTE_STRING -> {
                byte[] bytes =
                        new byte[random.nextBoolean() ? SHA256_BYTES : random.nextInt(MOST_BYTES)];
                random.nextBytes(bytes);
                yield ByteString.copyFrom(bytes);
            }
            case FLOAT -> (float) fraction();
            case DOUBLE -> fraction();
        };
    }

    private double fraction() {
        return random.nextBoolean()
                ? FRACTIONS[random.nextInt(FRACTIONS.length)]
                : Double.longBitsToDouble(random.nextLong());
    }

    private long number() {
        return random.nextBoolean()
                ? EDGES[random.nextInt(EDGES.length)]
                : random.nextLong() >>> random.nextInt(64);
    }

    /** Bytes of a frame, of which something is changed. */
    byte[] mutant() {
        byte[] bytes = valid().toByteArray();
        if (bytes.length < 2) {
            return bytes;
        }
        for (int changes = Math.max(0, random.nextInt(6) - 2); changes > 0; changes--) {
            bytes = changed(bytes);
        }
        return bytes;
    }

    private byte[] changed(byte[] bytes) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> with(bytes, at, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
            case 1 -> with(bytes, at, (byte) random.nextInt());
            case 2 -> java.util.Arrays.copyOf(bytes, at); // cut
            case 3 -> spliced(bytes, at, bytes, random.nextInt(bytes.length)); // a part twice
            case 4 -> spliced(bytes, at, valid().toByteArray(), 0); // another one behind
            default -> with(bytes, at, (byte) 0xff); // a length without end
        };
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        byte[] copy = bytes.clone();
        copy[at] = value;
        return copy;
    }

    private static byte[] spliced(byte[] head, int upTo, byte[] tail, int from) {
        byte[] all = java.util.Arrays.copyOf(head, upTo + tail.length - from);
        System.arraycopy(tail, from, all, upTo, tail.length - from);
        return all;
    }
}
