package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** A class of a later Java is refused by name. */
class LaterClassFileTest {

    private static final int MAJOR_AT = 7;
    private static final int BEFORE_FIRST = 44;

    /** A class that a program has. */
    static final class Sample {}

    /** Defines the sample as a compiler of the next Java would have written it. */
    private static final class NextJava extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) {
            String file = Sample.class.getName().replace('.', '/') + ".class";
            try (InputStream in = Sample.class.getClassLoader().getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                bytes[MAJOR_AT] = (byte) (BEFORE_FIRST + Runtime.version().feature() + 1);
                return defineClass(Sample.class.getName(), bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Throwable refusal() {
        return catchThrowable(() -> new NextJava().loadClass("anything"));
    }

    @Test
    void messageNamesTheClassAndBothVersions() {
        int own = Runtime.version().feature();
        assertThat(LaterClassFile.explained(refusal(), "n2"))
                .isExactlyInstanceOf(UnsupportedClassVersionError.class)
                .hasMessageStartingWith(
                        Sample.class.getName()
                                + " is compiled for Java "
                                + (own + 1)
                                + ", and the workers of n2 run on Java "
                                + own)
                .hasMessageContaining("--release " + own);
    }

    @Test
    void refusalIsFoundAmongCauses() {
        IllegalStateException outer = new IllegalStateException("decoding", refusal());
        assertThat(LaterClassFile.explained(outer, "n2"))
                .hasMessageStartingWith(Sample.class.getName())
                .cause()
                .isSameAs(outer);
    }

    @Test
    void otherFailuresStayAsTheyAre() {
        IllegalStateException other = new IllegalStateException("as meant");
        assertThat(LaterClassFile.explained(other, "n2")).isSameAs(other);
    }
}
