package org.evenkeel.continuations.graph;

import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** What refers to nothing: its header is all of it. */
abstract class LeafShape extends Shape {

    @Override
    final Object allocate(Object header) {
        return header;
    }

    /** Strings and boxed primitives. */
    static final class Value extends LeafShape {
        private static final String KINDS = "SZCBHIJFD";

        private static char kind(Object object) {
            return switch (object) {
                case String s -> 'S';
                case Boolean b -> 'Z';
                case Character c -> 'C';
                case Byte b -> 'B';
                case Short s -> 'H';
                case Integer i -> 'I';
                case Long l -> 'J';
                case Float f -> 'F';
                case Double d -> 'D';
                default -> '-';
            };
        }

        @Override
        boolean fits(Object object, Classes classes) {
            return KINDS.indexOf(kind(object)) >= 0;
        }

        @Override
        void writeHeader(Object object, Out out) {
            out.u1(kind(object));
            switch (object) {
                case String s -> out.text(s);
                case Boolean b -> out.u1(b ? 1 : 0);
                case Character c -> out.number(c);
                case Float f -> out.number(Float.floatToRawIntBits(f));
                case Double d -> out.u8(Double.doubleToRawLongBits(d));
                case Number n -> out.number(n.longValue());
                default -> throw new IllegalArgumentException(object.getClass().getName());
            }
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            int kind = in.u1();
            return switch (kind) {
                case 'S' -> in.text();
                case 'Z' -> in.u1() != 0;
                case 'C' -> (char) in.number();
                case 'B' -> (byte) in.number();
                case 'H' -> (short) in.number();
                case 'I' -> (int) in.number();
                case 'J' -> in.number();
                case 'F' -> Float.intBitsToFloat((int) in.number());
                case 'D' -> Double.longBitsToDouble(in.u8());
                default -> throw new DamagedGraph("a value of kind " + kind);
            };
        }
    }

    /** A task's context: each node puts its own in its place. */
    static final class Context extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof TaskContext && !classes.isOfProgram(object.getClass());
        }

        @Override
        void writeHeader(Object object, Out out) {}

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            return classes.context();
        }
    }

    static final class Constant extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof Enum<?>;
        }

        @Override
        void writeHeader(Object object, Out out) {
            Enum<?> constant = (Enum<?>) object;
            out.name(constant.getDeclaringClass().getName());
            out.name(constant.name());
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            Class<?> type = classes.load(in.name());
            String name = in.name();
            if (!type.isEnum()) {
                throw new DamagedGraph(type.getName() + " has no constants");
            }
            for (Object each : type.getEnumConstants()) {
                if (((Enum<?>) each).name().equals(name)) {
                    return each;
                }
            }
            throw new DamagedGraph(type.getName() + " has no constant " + name);
        }
    }

    static final class OfClass extends LeafShape {
        private static final Class<?>[] PRIMITIVES = {
            boolean.class,
            char.class,
            byte.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class,
            void.class
        };

        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof Class<?>;
        }

        @Override
        void writeHeader(Object object, Out out) {
            out.name(((Class<?>) object).getName());
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            String name = in.name();
            for (Class<?> each : PRIMITIVES) {
                if (each.getName().equals(name)) {
                    return each;
                }
            }
            return classes.load(name);
        }
    }

    /** StringBuilder and StringBuffer. */
    @SuppressWarnings({"JdkObsolete", "UnnecessaryStringBuilder"}) // the program uses them
    static final class Text extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof StringBuilder || object instanceof StringBuffer;
        }

        @Override
        void writeHeader(Object object, Out out) {
            out.u1(object instanceof StringBuilder ? 0 : 1);
            out.text(object.toString());
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            boolean builder = in.u1() == 0;
            String text = in.text();
            return builder ? new StringBuilder(text) : new StringBuffer(text);
        }
    }

    static final class StackLine extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof StackTraceElement;
        }

        private static void nullable(Out out, @Nullable String text) {
            out.u1(text == null ? 0 : 1);
            if (text != null) {
                out.name(text);
            }
        }

        private static @Nullable String nullable(In in) throws DamagedGraph {
            return in.u1() == 0 ? null : in.name();
        }

        @Override
        void writeHeader(Object object, Out out) {
            StackTraceElement line = (StackTraceElement) object;
            nullable(out, line.getClassLoaderName());
            nullable(out, line.getModuleName());
            nullable(out, line.getModuleVersion());
            out.name(line.getClassName());
            out.name(line.getMethodName());
            nullable(out, line.getFileName());
            out.number(line.getLineNumber());
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            return new StackTraceElement(
                    nullable(in),
                    nullable(in),
                    nullable(in),
                    in.name(),
                    in.name(),
                    nullable(in),
                    (int) in.number());
        }
    }

    static final class File extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof java.io.File || isDefaultPath(object);
        }

        private static boolean isDefaultPath(Object object) {
            return object instanceof java.nio.file.Path path
                    && path.getFileSystem().equals(java.nio.file.FileSystems.getDefault());
        }

        @Override
        void writeHeader(Object object, Out out) {
            out.u1(object instanceof java.io.File ? 0 : 1);
            out.text(object.toString());
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            boolean file = in.u1() == 0;
            String name = in.text();
            try {
                return file ? new java.io.File(name) : java.nio.file.Path.of(name);
            } catch (java.nio.file.InvalidPathException e) {
                throw new DamagedGraph("a path that is none", e);
            }
        }
    }
}
