package org.evenkeel.client.bundle;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;

/** The classes that a class file names: those that its code uses, and those in its descriptors. */
final class ClassNames {

    /** Tags of constants. */
    private static final int UTF8 = 1;

    private static final int CLASS = 7;

    /** A type in a descriptor or a signature. */
    private static final Pattern TYPE = Pattern.compile("L([\\p{L}\\p{N}_$/]+)[;<]");

    /** Their names, with dots; empty for what is no class file. */
    static Set<String> in(byte[] classFile) {
        try {
            return read(classFile, new ClassReader(classFile));
        } catch (RuntimeException e) { // whatever a wrong length or number leads to
            return Set.of();
        }
    }

    private static Set<String> read(byte[] bytes, ClassReader file) {
        Set<String> names = new LinkedHashSet<>();
        char[] buffer = new char[file.getMaxStringLength()];
        for (int i = 1; i < file.getItemCount(); i++) {
            int at = file.getItem(i);
            int tag = at == 0 ? 0 : file.readByte(at - 1);
            if (tag == CLASS && !file.readUTF8(at, buffer).startsWith("[")) {
                names.add(file.readUTF8(at, buffer).replace('/', '.'));
            } else if (tag == UTF8) {
                int length = file.readUnsignedShort(at);
                String text = new String(bytes, at + Short.BYTES, length, StandardCharsets.UTF_8);
                Matcher types = TYPE.matcher(text);
                while (types.find()) {
                    names.add(types.group(1).replace('/', '.'));
                }
            }
        }
        return names;
    }
}
