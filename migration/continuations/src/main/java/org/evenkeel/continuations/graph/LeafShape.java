package org.evenkeel.continuations.graph;

import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** What refers to nothing: its header is all of it. */
abstract class LeafShape extends Shape {

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
        void writeHeader(Object object, GraphOutput graphOutput) {
            graphOutput.u1(kind(object));
            switch (object) {
                case String s -> graphOutput.text(s);
                case Boolean b -> graphOutput.u1(b ? 1 : 0);
                case Character c -> graphOutput.number(c);
                case Float f -> graphOutput.number(Float.floatToRawIntBits(f));
                case Double d -> graphOutput.u8(Double.doubleToRawLongBits(d));
                case Number n -> graphOutput.number(n.longValue());
                default -> throw new IllegalArgumentException(object.getClass().getName());
            }
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            int kind = graphInput.u1();
            return switch (kind) {
                case 'S' -> graphInput.text();
                case 'Z' -> graphInput.u1() != 0;
                case 'C' -> (char) graphInput.number();
                case 'B' -> (byte) graphInput.number();
                case 'H' -> (short) graphInput.number();
                case 'I' -> (int) graphInput.number();
                case 'J' -> graphInput.number();
                case 'F' -> Float.intBitsToFloat((int) graphInput.number());
                case 'D' -> Double.longBitsToDouble(graphInput.u8());
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
        void writeHeader(Object object, GraphOutput graphOutput) {}

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            return classes.context();
        }
    }

    static final class Constant extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof Enum<?>;
        }

        @Override
        void writeHeader(Object object, GraphOutput graphOutput) {
            Enum<?> constant = (Enum<?>) object;
            graphOutput.name(constant.getDeclaringClass().getName());
            graphOutput.name(constant.name());
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            Class<?> type = classes.load(graphInput.name());
            String name = graphInput.name();
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
        void writeHeader(Object object, GraphOutput graphOutput) {
            graphOutput.name(((Class<?>) object).getName());
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            String name = graphInput.name();
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
        void writeHeader(Object object, GraphOutput graphOutput) {
            graphOutput.u1(object instanceof StringBuilder ? 0 : 1);
            graphOutput.text(object.toString());
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            boolean builder = graphInput.u1() == 0;
            String text = graphInput.text();
            return builder ? new StringBuilder(text) : new StringBuffer(text);
        }
    }

    static final class StackLine extends LeafShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof StackTraceElement;
        }

        private static void nullable(GraphOutput graphOutput, @Nullable String text) {
            graphOutput.u1(text == null ? 0 : 1);
            if (text != null) {
                graphOutput.name(text);
            }
        }

        private static @Nullable String nullable(GraphInput graphInput) throws DamagedGraph {
            return graphInput.u1() == 0 ? null : graphInput.name();
        }

        @Override
        void writeHeader(Object object, GraphOutput graphOutput) {
            StackTraceElement line = (StackTraceElement) object;
            nullable(graphOutput, line.getClassLoaderName());
            nullable(graphOutput, line.getModuleName());
            nullable(graphOutput, line.getModuleVersion());
            graphOutput.name(line.getClassName());
            graphOutput.name(line.getMethodName());
            nullable(graphOutput, line.getFileName());
            graphOutput.number(line.getLineNumber());
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            return new StackTraceElement(
                    nullable(graphInput),
                    nullable(graphInput),
                    nullable(graphInput),
                    graphInput.name(),
                    graphInput.name(),
                    nullable(graphInput),
                    (int) graphInput.number());
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
        void writeHeader(Object object, GraphOutput graphOutput) {
            graphOutput.u1(object instanceof java.io.File ? 0 : 1);
            graphOutput.text(object.toString());
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            boolean file = graphInput.u1() == 0;
            String name = graphInput.text();
            try {
                return file ? new java.io.File(name) : java.nio.file.Path.of(name);
            } catch (java.nio.file.InvalidPathException e) {
                throw new DamagedGraph("an invalid path", e);
            }
        }
    }
}
