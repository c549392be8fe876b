package org.evenkeel.continuations.weave;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.client.bundle.CheckpointIndex;
import org.evenkeel.client.lambdas.LambdaCallSite;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves the classes of one program, each when it is first asked for. What it makes depends on the
 * program alone.
 *
 * <p>May be used by several threads.
 */
public final class Weaver {

    /**
     * Raised with every change of what woven classes or frames look like, or of the names of our
     * classes in them: their frames do not mix.
     */
    public static final int VERSION = 2;

    /** Methods with more bytecode than this are not compiled by HotSpot. */
    private static final int HUGE = 8_000;

    /** Of a class's version, the part that grows with Java's. */
    private static final int MAJOR = 0xffff;

    private final ClassSource program;
    private final Hierarchy hierarchy;
    private final CheckpointReachability checkpointReachability;

    /** Woven and not yet asked for. */
    private final Map<String, WovenClass> woven = new HashMap<>();

    private final Set<String> remarks;

    /** A weaver for a program; reads its classes when they are asked for. */
    Weaver(ClassSource program, CheckpointIndex index) {
        this.program = program;
        this.hierarchy = new Hierarchy(program);
        this.checkpointReachability = new CheckpointReachability(index, hierarchy);
        this.remarks = new TreeSet<>(index.remarks());
    }

    private static ClassNode parse(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        return node;
    }

    /** The line a method begins at, 0 if nothing says. */
    private static int line(MethodNode method) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    /** The classes that weaving makes of the lambdas in a nest; named by its host alone. */
    private List<String> madeIn(ClassNode host) {
        if (host.nestHostClass != null) {
            return List.of();
        }
        List<String> made = new ArrayList<>(namesOfLambdas(host));
        for (String member : host.nestMembers == null ? List.<String>of() : host.nestMembers) {
            byte[] bytes = program.bytes(member);
            if (bytes != null) {
                made.addAll(namesOfLambdas(parse(bytes)));
            }
        }
        return made;
    }

    private static List<String> namesOfLambdas(ClassNode node) {
        List<String> names = new ArrayList<>();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode each : method.instructions) {
                if (Lambdas.lambda(each) != null) {
                    names.add(node.name + Lambdas.MARK + names.size());
                }
            }
        }
        return names;
    }

    // ---- Weaving

    /**
     * The woven class of this internal name, which may be one that weaving adds; null if there is
     * none.
     */
    public synchronized @Nullable WovenClass weave(String name) {
        WovenClass known = woven.remove(name);
        if (known != null) {
            return known;
        }
        int mark = name.indexOf(Lambdas.MARK);
        String host = mark < 0 ? name : name.substring(0, mark);
        byte[] bytes = program.bytes(host);
        if (bytes == null) {
            return null;
        }
        try {
            weave(host, bytes);
        } catch (RuntimeException e) {
            remarks.add(host.replace('/', '.') + ": left unchanged, weaving failed: " + e);
            woven.keySet().removeIf(each -> each.startsWith(host + Lambdas.MARK)); // no nest mates
            woven.put(host, WovenClass.untouched(host, bytes));
        }
        return woven.remove(name);
    }

    /**
     * The internal name of the class that weaving makes of such a lambda; null if there is none.
     */
    @Nullable String classOf(String host, LambdaCallSite lambda) {
        byte[] bytes = program.bytes(host);
        return bytes == null ? null : Lambdas.nameOf(parse(bytes), lambda);
    }

    private void weave(String host, byte[] bytes) {
        ClassNode node = parse(bytes);
        List<String> members = madeIn(node);
        if (!members.isEmpty()) {
            node.nestMembers =
                    new ArrayList<>(node.nestMembers == null ? List.of() : node.nestMembers);
            node.nestMembers.addAll(members);
            if ((node.version & MAJOR) < Opcodes.V11) {
                node.version = Opcodes.V11; // the JVM knows no nests of classes before
            }
        }
        List<ClassNode> made =
                Lambdas.replace(node, node.nestHostClass == null ? node.name : node.nestHostClass);
        boolean changed = !made.isEmpty() || !members.isEmpty();
        for (ClassNode each : made) {
            woven.put(each.name, weave(host, each, true, new byte[0]));
        }
        woven.put(host, weave(host, node, changed, bytes));
    }

    /**
     * Places where no task can be moved, each with class and line; more while weaving continues.
     */
    public synchronized List<String> remarks() {
        return List.copyOf(remarks);
    }

    private WovenClass weave(String host, ClassNode node, boolean changed, byte[] asItWas) {
        Set<Integer> tooLong = new HashSet<>();
        while (true) {
            ClassNode attempt = new ClassNode();
            node.accept(attempt);
            List<MethodWeaver.Woven> methods = weaveMethods(attempt, tooLong);
            if (methods.isEmpty() && !changed) {
                return WovenClass.untouched(host, asItWas);
            }
            byte[] bytes;
            try {
                bytes = write(attempt);
            } catch (LimitExceededException | MethodTooLargeException e) {
                leaveOut(attempt, longest(methods), tooLong);
                continue;
            }
            if (!foundTooLong(attempt, methods, tooLong)) {
                return WovenClass.of(host, bytes, methods);
            }
        }
    }

    private List<MethodWeaver.Woven> weaveMethods(ClassNode node, Set<Integer> tooLong) {
        List<MethodWeaver.Woven> all = new ArrayList<>();
        List<MethodNode> methods = new ArrayList<>();
        for (int i = 0; i < node.methods.size(); i++) {
            MethodNode method = node.methods.get(i);
            MethodWeaver.Woven made = null;
            if (!tooLong.contains(i)) {
                MethodNode copy = copy(method);
                try {
                    made = MethodWeaver.weave(node, copy, i, checkpointReachability, hierarchy);
                } catch (Unweavable e) {
                    remark(node, method, e.getMessage());
                }
            }
            if (made == null) {
                methods.add(method);
            } else {
                all.add(made);
                methods.add(made.fast());
                methods.add(made.twin());
                methods.addAll(made.helpers());
            }
        }
        node.methods = methods;
        return all;
    }

    private static MethodNode copy(MethodNode method) {
        MethodNode copy =
                new MethodNode(
                        org.objectweb.asm.Opcodes.ASM9,
                        method.access,
                        method.name,
                        method.desc,
                        method.signature,
                        method.exceptions.toArray(String[]::new));
        method.accept(copy);
        copy.maxLocals = method.maxLocals;
        copy.maxStack = method.maxStack;
        return copy;
    }

    private void remark(ClassNode node, MethodNode method, @Nullable String reason) {
        int line = line(method);
        remarks.add(
                node.name.replace('/', '.')
                        + (line == 0 ? "" : ":" + line)
                        + ": "
                        + method.name
                        + WovenLoader.CANNOT
                        + reason);
    }

    private byte[] write(ClassNode node) {
        ClassWriter writer =
                new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
                    @Override
                    protected String getCommonSuperClass(String a, String b) {
                        return hierarchy.common(a, b);
                    }
                };
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Methods that weaving made too long to be compiled stay as they were. */
    private boolean foundTooLong(
            ClassNode node, List<MethodWeaver.Woven> methods, Set<Integer> tooLong) {
        boolean found = false;
        for (MethodWeaver.Woven each : methods) {
            if (each.endOfFast().getLabel().getOffset() >= HUGE
                    || each.endOfTwin().getLabel().getOffset() >= HUGE) {
                leaveOut(node, each, tooLong);
                found = true;
            }
        }
        return found;
    }

    private static MethodWeaver.Woven longest(List<MethodWeaver.Woven> methods) {
        return methods.stream()
                .max(Comparator.comparingInt(each -> each.twin().instructions.size()))
                .orElseThrow(() -> new IllegalStateException("a class that was already too long"));
    }

    private void leaveOut(ClassNode node, MethodWeaver.Woven method, Set<Integer> tooLong) {
        String twin = method.twin().name;
        tooLong.add(Integer.parseInt(twin.substring(twin.lastIndexOf('$') + 1)));
        remark(node, method.fast(), "it is too long");
    }
}
