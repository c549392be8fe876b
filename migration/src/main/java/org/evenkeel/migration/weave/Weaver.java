package org.evenkeel.migration.weave;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves the classes of one program, each when it is first asked for. What it makes depends on the
 * program alone.
 *
 * <p>May be used by several threads.
 */
public final class Weaver {

    /** Raised with every change of what woven classes look like: their frames do not mix. */
    public static final int VERSION = 1;

    /** Methods with more bytecode than this are not compiled by HotSpot. */
    private static final int HUGE = 8_000;

    private static final String CHECKPOINT = "checkpoint";
    private static final String OWN = "org/evenkeel/api/";

    /** Tags of calls in a class file's constants. */
    private static final int METHOD = 10;

    private static final int INTERFACE_METHOD = 11;

    private final ClassSource program;
    private final Hierarchy hierarchy;
    private final Reach reach;

    /** Woven and not yet asked for. */
    private final Map<String, WovenClass> woven = new HashMap<>();

    /** Generated classes by the host of their nest, all of the program. */
    private final Map<String, List<String>> nests = new TreeMap<>();

    private final Map<String, String> hosts = new HashMap<>();
    private final Set<String> remarks = new TreeSet<>();

    private Weaver(ClassSource program) {
        this.program = program;
        this.hierarchy = new Hierarchy(program);
        this.reach = new Reach(hierarchy);
    }

    /** A weaver for a program; null when nothing in it calls {@code TaskContext.checkpoint()}. */
    public static @Nullable Weaver of(ClassSource program) {
        if (!mayCheckpoint(program)) {
            return null;
        }
        Weaver weaver = new Weaver(program);
        weaver.read();
        return weaver;
    }

    private static boolean mayCheckpoint(ClassSource program) {
        for (String name : program.names()) {
            byte[] bytes = program.bytes(name);
            if (bytes != null && !name.startsWith(OWN) && callsCheckpoint(bytes)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class calls any method of that name; most do not have the word. */
    private static boolean callsCheckpoint(byte[] bytes) {
        if (!new String(bytes, StandardCharsets.ISO_8859_1).contains(CHECKPOINT)) {
            return false;
        }
        try {
            ClassReader reader = new ClassReader(bytes);
            char[] buffer = new char[reader.getMaxStringLength()];
            for (int i = 1; i < reader.getItemCount(); i++) {
                int item = reader.getItem(i);
                int tag = item == 0 ? 0 : reader.readByte(item - 1);
                if (tag == METHOD || tag == INTERFACE_METHOD) {
                    int call = reader.getItem(reader.readUnsignedShort(item + 2));
                    if (CHECKPOINT.equals(reader.readUTF8(call, buffer))
                            && "()V".equals(reader.readUTF8(call + 2, buffer))) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IllegalArgumentException e) {
            return false; // of a version that nobody here knows
        }
    }

    // ---- Reading the whole program

    private void read() {
        for (String name : new TreeSet<>(program.names())) {
            byte[] bytes = program.bytes(name);
            if (bytes != null) {
                try {
                    read(parse(bytes));
                    hierarchy.find(name);
                } catch (IllegalArgumentException e) {
                    remarks.add(name.replace('/', '.') + ": cannot be read: " + e.getMessage());
                }
            }
        }
        reach.conclude();
        remarks.addAll(reach.remarks());
    }

    private static ClassNode parse(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        return node;
    }

    private void read(ClassNode node) {
        int lambdas = 0;
        String nest = node.nestHostClass == null ? node.name : node.nestHostClass;
        for (MethodNode method : node.methods) {
            Reach.Caller caller = caller(node, method, method.instructions.getFirst());
            for (AbstractInsnNode each : method.instructions) {
                if (each instanceof MethodInsnNode call) {
                    reach.call(caller, call.owner, call.name, call.desc);
                }
                InvokeDynamicInsnNode lambda = Lambdas.lambda(each);
                if (lambda != null) {
                    String made = node.name + Lambdas.MARK + lambdas++;
                    hosts.put(made, node.name);
                    nests.computeIfAbsent(nest, n -> new ArrayList<>()).add(made);
                    reach.lambda(
                            Lambdas.body(lambda),
                            Reach.functional(lambda.desc),
                            lambda.name + Lambdas.descriptor(lambda));
                }
            }
        }
    }

    private static Reach.Caller caller(
            ClassNode node, MethodNode method, @Nullable AbstractInsnNode first) {
        int line = 0;
        for (AbstractInsnNode each = first; each != null && line == 0; each = each.getNext()) {
            if (each instanceof LineNumberNode number) {
                line = number.line;
            }
        }
        return new Reach.Caller(
                node.name, method.name, method.desc, Reach.isInherited(method.access), line);
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
        String host = hosts.getOrDefault(name, name);
        byte[] bytes = program.bytes(host);
        if (bytes == null) {
            return null;
        }
        try {
            weave(host, bytes);
        } catch (RuntimeException e) {
            remarks.add(host.replace('/', '.') + ": left as it is, weaving failed: " + e);
            woven.put(host, WovenClass.untouched(host, bytes));
        }
        return woven.remove(name);
    }

    private void weave(String host, byte[] bytes) {
        ClassNode node = parse(bytes);
        List<String> members = nests.getOrDefault(node.name, List.of());
        if (!members.isEmpty()) {
            node.nestMembers =
                    new ArrayList<>(node.nestMembers == null ? List.of() : node.nestMembers);
            node.nestMembers.addAll(members);
        }
        List<ClassNode> made =
                Lambdas.replace(node, node.nestHostClass == null ? node.name : node.nestHostClass);
        boolean changed = !made.isEmpty() || !members.isEmpty();
        for (ClassNode each : made) {
            woven.put(each.name, weave(host, each, true, new byte[0]));
        }
        woven.put(host, weave(host, node, changed, bytes));
    }

    /** Places where no task can be moved, each with class and line; more while weaving goes on. */
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
                    made = MethodWeaver.weave(node, copy, i, reach, hierarchy);
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
        Reach.Caller at = caller(node, method, method.instructions.getFirst());
        remarks.add(
                node.name.replace('/', '.')
                        + (at.line() == 0 ? "" : ":" + at.line())
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
                .orElseThrow(() -> new IllegalStateException("a class that was too long before"));
    }

    private void leaveOut(ClassNode node, MethodWeaver.Woven method, Set<Integer> tooLong) {
        String twin = method.twin().name;
        tooLong.add(Integer.parseInt(twin.substring(twin.lastIndexOf('$') + 1)));
        remark(node, method.fast(), "it is too long");
    }
}
