package org.evenkeel.client.lambdas;

import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** A lookup with all rights of a class of the program, which the JDK needs to make its lambdas. */
final class FullPrivilegeLookup {

    private static final String HELPER = "Evenkeel$Lookup";
    private static final String METHOD = "lookup";

    private FullPrivilegeLookup() {}

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
        MethodTypeDesc type = MethodTypeDesc.of(CD_MethodHandles_Lookup);
        ClassDesc handles = ClassDesc.of("java.lang.invoke.MethodHandles");
        return ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        made ->
                                made.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                        .withMethodBody(
                                                METHOD,
                                                type,
                                                ClassFile.ACC_STATIC,
                                                code ->
                                                        code.invokestatic(handles, METHOD, type)
                                                                .areturn()));
    }
}
