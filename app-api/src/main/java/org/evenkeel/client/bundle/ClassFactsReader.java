package org.evenkeel.client.bundle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.client.bundle.ClassFacts.Call;
import org.evenkeel.client.bundle.ClassFacts.Caller;
import org.evenkeel.client.bundle.ClassFacts.Lambda;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects what is to be known of a class while its file is read. */
final class ClassFactsReader extends ClassVisitor {

    private static final int LEVEL = Opcodes.ASM9;
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** What the compiler uses for lambdas that are serializable, and for few others. */
    private static final String ALT = "altMetafactory";

    private final boolean usesApi;
    private String name = "";
    private @Nullable String superName;
    private List<String> interfaces = List.of();
    private final Set<String> declared = new HashSet<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Lambda> lambdas = new ArrayList<>();

    private ClassFactsReader(boolean usesApi) {
        super(LEVEL);
        this.usesApi = usesApi;
    }

    /** As {@link ClassFacts#read}. */
    static ClassFacts read(byte[] bytes, boolean whole, boolean usesApi) {
        ClassFactsReader reader = new ClassFactsReader(usesApi);
        try {
            new ClassReader(bytes)
                    .accept(reader, whole ? ClassReader.SKIP_FRAMES : ClassReader.SKIP_CODE);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) { // whatever a wrong length or number leads to
            throw new IllegalArgumentException("a damaged class file", e);
        }
        return reader.facts();
    }

    private ClassFacts facts() {
        return new ClassFacts(name, superName, interfaces, declared, calls, lambdas, usesApi);
    }

    @Override
    public void visit(
            int version,
            int access,
            String itsName,
            @Nullable String signature,
            @Nullable String itsSuperName,
            String @Nullable [] itsInterfaces) {
        name = itsName;
        superName = itsSuperName;
        interfaces = itsInterfaces == null ? List.of() : List.of(itsInterfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access,
            String method,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        String key = method + descriptor;
        boolean inherited = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
        if (inherited) {
            declared.add(key);
        }
        return new CodeReader(new Caller(name, key, inherited, 0));
    }

    /** Collects what a method calls. */
    private final class CodeReader extends MethodVisitor {

        private Caller caller;

        CodeReader(Caller unplaced) {
            super(LEVEL);
            this.caller = unplaced;
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            caller = caller.placedAt(line);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String method, String descriptor, boolean isInterface) {
            calls.add(new Call(caller, owner, method + descriptor));
        }

        @Override
        public void visitInvokeDynamicInsn(
                String method, String made, Handle bootstrap, Object... arguments) {
            if (bootstrap.getOwner().equals(METAFACTORY)
                    && arguments.length > 2
                    && arguments[0] instanceof Type type
                    && type.getSort() == Type.METHOD
                    && arguments[1] instanceof Handle body) {
                lambdas.add(
                        new Lambda(
                                caller,
                                body.getOwner(),
                                body.getName() + body.getDesc(),
                                made.substring(made.lastIndexOf(")L") + 2, made.length() - 1),
                                method + type.getDescriptor(),
                                bootstrap.getName().equals(ALT)));
            }
        }
    }
}
