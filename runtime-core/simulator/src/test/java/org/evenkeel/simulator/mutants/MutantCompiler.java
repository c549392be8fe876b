package org.evenkeel.simulator.mutants;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.model.TaskId;
import org.evenkeel.simulator.Simulation;
import org.jspecify.annotations.NullMarked;

/** Compiles single production source files, changed, in memory. */
final class MutantCompiler {
    /** Modules whose sources can be changed, beside this one. */
    private static final List<String> MODULES = List.of("kernel", "model", "simulator");

    private static final List<String> OPTIONS =
            List.of(
                    "-proc:none",
                    "-Xlint:none",
                    "-nowarn",
                    "-implicit:none",
                    "-classpath",
                    String.join(
                            File.pathSeparator,
                            placeOf(NodeCore.class),
                            placeOf(TaskId.class),
                            placeOf(Simulation.class),
                            placeOf(NullMarked.class)));

    private MutantCompiler() {}

    /** The class files of the mutant's source file, by class name. */
    static Map<String, byte[]> compile(Mutant mutant) {
        return compile(mutant.file(), planted(mutant));
    }

    /** The changed text of the mutant's source file. */
    static String planted(Mutant mutant) {
        return mutant.plantIn(read(mutant.file()));
    }

    /** The class files of a source file as it is. */
    static Map<String, byte[]> compileUnchanged(String file) {
        return compile(file, read(file));
    }

    private static String read(String file) {
        String name = "src/main/java/org/evenkeel/" + file + ".java";
        for (String module : MODULES) {
            Path path = Path.of("..", module).resolve(name);
            try {
                if (Files.exists(path)) {
                    return Files.readString(path);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("the registry of mutants is stale: no " + name);
    }

    private static Map<String, byte[]> compile(String file, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (Output output = new Output(compiler)) {
            boolean fine =
                    compiler.getTask(
                                    said,
                                    output,
                                    null,
                                    OPTIONS,
                                    null,
                                    List.of(new Source(file, source)))
                            .call();
            if (!fine) {
                throw new IllegalStateException(file + " does not compile: " + said);
            }
            Map<String, byte[]> classes = new LinkedHashMap<>();
            output.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The changed text. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("mutant:///org/evenkeel/" + file + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps what the compiler writes. */
    private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();

        Output(JavaCompiler compiler) {
            super(compiler.getStandardFileManager(null, null, null));
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location place, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mutant:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return written.computeIfAbsent(name, n -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
