package org.evenkeel.client.lambdas;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A lookup with all rights of a class of the program, which the JDK needs to make its lambdas. */
final class FullPrivilegeLookup {

    private static final String HELPER = "Evenkeel$Lookup";
    private static final String METHOD = "lookup";
    private static final String TYPE = "()Ljava/lang/invoke/MethodHandles$Lookup;";

    /**
     * All rights that the class has itself.
     *
     * @throws ReflectiveOperationException if it is in a module that does not open its package
     */
    static MethodHandles.Lookup of(Class<?> home) throws ReflectiveOperationException {
        MethodHandles.Lookup ours = MethodHandles.privateLookupIn(home, MethodHandles.lookup());
        return ours.hasFullPrivilegeAccess()
                ? ours
                : MethodHandles.privateLookupIn(home, helperBeside(home, ours));
    }

    /**
     * The rights of a class in the same package. Of a class in another module, as each loader's
     * classes are, a lookup has all rights but that of its module; a class beside it has that, too.
     */
    private static synchronized MethodHandles.Lookup helperBeside(
            Class<?> home, MethodHandles.Lookup ours) throws ReflectiveOperationException {
        String name =
                home.getPackageName().isEmpty() ? HELPER : home.getPackageName() + "." + HELPER;
        Class<?> helper;
        try {
            helper = Class.forName(name, false, home.getClassLoader());
        } catch (ClassNotFoundException e) {
            helper = ours.defineClass(classFile(name));
        }
        Method method = helper.getDeclaredMethod(METHOD);
        method.setAccessible(true);
        return (MethodHandles.Lookup) method.invoke(null);
    }

    /** {@code static Lookup lookup() { return MethodHandles.lookup(); }}. */
    private static byte[] classFile(String name) {
        ClassWriter made = new ClassWriter(0);
        made.visit(
                Opcodes.V21,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                name.replace('.', '/'),
                null,
                "java/lang/Object",
                null);
        MethodVisitor code = made.visitMethod(Opcodes.ACC_STATIC, METHOD, TYPE, null, null);
        code.visitCode();
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", METHOD, TYPE, false);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(1, 0);
        code.visitEnd();
        made.visitEnd();
        return made.toByteArray();
    }
}
