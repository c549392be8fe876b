package org.evenkeel.continuations.graph;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Set;

/** Values of the JDK that refer to nothing else, by Java's own serialisation of just these. */
final class SerialShape extends Shape {

    private static final int MAX_BYTES = 1 << 20;

    private static final Set<String> TYPES =
            Set.of(
                    "java.math.BigDecimal",
                    "java.math.BigInteger",
                    "java.math.MathContext",
                    "java.net.URI",
                    "java.util.Currency",
                    "java.util.Date",
                    "java.util.Locale",
                    "java.util.UUID",
                    "java.util.regex.Pattern");

    private static final Set<String> INSIDE =
            Set.of("java.lang.Number", "java.math.RoundingMode", "java.lang.Enum");

    private static boolean isListed(Class<?> type) {
        return TYPES.contains(type.getName())
                || type.getName().startsWith("java.time.") && type.getClassLoader() == null;
    }

    @Override
    boolean fits(Object object, Classes classes) {
        return isListed(object.getClass());
    }

    @Override
    void writeHeader(Object object, GraphOutput graphOutput) throws UncapturableObjectException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(object);
        } catch (IOException e) {
            throw new UncapturableObjectException(object.getClass().getName() + ": " + e);
        }
        graphOutput.count(bytes.size());
        graphOutput.raw(bytes.toByteArray());
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        byte[] bytes = graphInput.raw(graphInput.count(1));
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            stream.setObjectInputFilter(SerialShape::filter);
            Object object = stream.readObject();
            if (object == null || !isListed(object.getClass())) {
                throw new DamagedGraph("a serialised object of another kind");
            }
            return object;
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new DamagedGraph("a serialised object that cannot be read", e);
        }
    }

    private static ObjectInputFilter.Status filter(ObjectInputFilter.FilterInfo info) {
        if (info.depth() > 8 || info.references() > 64 || info.arrayLength() > MAX_BYTES) {
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        boolean known =
                type == null
                        || isListed(type)
                        || INSIDE.contains(type.getName())
                        || type == byte[].class
                        || type == int[].class;
        return known ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }
}
