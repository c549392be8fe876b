package org.evenkeel.continuations.weave;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.evenkeel.continuations.frames.Frame;
import org.evenkeel.continuations.frames.HoldsMonitors;
import org.evenkeel.continuations.frames.Resumption;
import org.evenkeel.continuations.frames.Suspension;
import org.evenkeel.continuations.weave.SuspensionSites.SavedLocal;
import org.evenkeel.continuations.weave.SuspensionSites.Site;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes two methods of one. The first runs as before; each call that may reach a checkpoint has a
 * handler that suspends the activation when a {@link Suspension} comes through, which costs nothing
 * until then. The second, its resuming twin, takes the activation back and resumes behind that
 * call:
 *
 * <pre>
 *   R work(..) {                          R work$resume$3(Resumption r) {
 *     a; b;                                 switch (r.frame().site()) { case 0: take locals; goto S0 }
 *     try { x = call(c); }                  a; b; try { x = call(c); } ..; goto A0;
 *     catch (Suspension s) {                S0: x = (X) r.next();       // handled like the call
 *       s.frame(..).put(local)..;           A0: ..
 *       throw s; }                        }
 * </pre>
 */
final class MethodWeaver {

    private static final String SUSPENSION = Type.getInternalName(Suspension.class);
    private static final String RESUMPTION = Type.getInternalName(Resumption.class);
    private static final String FRAME = Type.getInternalName(Frame.class);

    /** Most calls of one method that may reach a checkpoint. */
    private static final int MAX_SITES = 1_000;

    /** Most places of arguments that a method can have. */
    private static final int MAX_ARGUMENTS = 255;

    /** Where the instruction of a call lies in the class file, once it is written. */
    record Guarded(LabelNode start, LabelNode end) {}

    /** A woven method: the two methods, and the calls in each at which it can be suspended. */
    record Woven(
            MethodNode fast,
            List<Guarded> guardedFast,
            LabelNode endOfFast,
            MethodNode twin,
            List<Guarded> guardedTwin,
            LabelNode endOfTwin,
            List<MethodNode> helpers,
            List<Integer> sitesWithMonitors) {

        int sites() {
            return helpers.size();
        }

        /** Of the calls of one of the two methods those at which it holds monitors. */
        List<Guarded> withMonitors(List<Guarded> calls) {
            int perSite = calls.size() / sites();
            List<Guarded> found = new ArrayList<>();
            for (int site : sitesWithMonitors) {
                found.addAll(calls.subList(site * perSite, (site + 1) * perSite));
            }
            return found;
        }
    }

    private final String owner;
    private final boolean isInterface;
    private final MethodNode method;
    private final List<Site> sites;
    private final String twinName;
    private final int firstFree;

    private MethodWeaver(ClassNode owner, MethodNode method, List<Site> sites, String twinName) {
        this.owner = owner.name;
        this.isInterface = (owner.access & ACC_INTERFACE) != 0;
        this.method = method;
        this.sites = sites;
        this.twinName = twinName;
        int free = method.maxLocals;
        for (Site site : sites) {
            for (SavedLocal kept : site.beneath()) {
                free = Math.max(free, kept.slot() + kept.type().getSize());
            }
            for (SavedLocal kept : site.arguments()) {
                free = Math.max(free, kept.slot() + kept.type().getSize());
            }
        }
        this.firstFree = free;
    }

    /**
     * @param number of the method in its class; names the twin
     * @return null if the method calls nothing that reaches a checkpoint
     */
    static @Nullable Woven weave(
            ClassNode owner,
            MethodNode method,
            int number,
            CheckpointReachability checkpointReachability,
            Hierarchy hierarchy)
            throws Unweavable {
        Set<Integer> calls = SuspensionSites.calls(method, checkpointReachability);
        if (calls.isEmpty() || method.name.startsWith("<")) {
            return null;
        }
        if (calls.size() > MAX_SITES) {
            throw new Unweavable("it has " + calls.size() + " calls that reach a checkpoint");
        }
        method.localVariables = null;
        method.visibleLocalVariableAnnotations = null;
        method.invisibleLocalVariableAnnotations = null;
        var frames = Types.of(owner.name, method, hierarchy);
        if (ObjectCreationRewriter.move(method, frames, calls)) {
            calls = SuspensionSites.calls(method, checkpointReachability);
            frames = Types.of(owner.name, method, hierarchy);
        }
        List<Site> sites = SuspensionSites.of(method, frames, calls, method.maxLocals);
        if (sites.isEmpty()) {
            return null;
        }
        String twinName = method.name + Frame.SUFFIX + number;
        return new MethodWeaver(owner, method, sites, twinName).make();
    }

    private Woven make() throws Unweavable {
        List<MethodNode> helpers = new ArrayList<>();
        for (Site site : sites) {
            helpers.add(helper(site));
        }
        List<Guarded> inFast = new ArrayList<>();
        List<Guarded> inTwin = new ArrayList<>();
        MethodNode fast = copy(method.name, method.desc, method.access);
        LabelNode endOfFast = guard(fast, inFast, false);
        int access = method.access & (ACC_STATIC | ACC_SYNCHRONIZED) | ACC_PRIVATE | ACC_SYNTHETIC;
        String descriptor =
                Type.getMethodDescriptor(
                        Type.getReturnType(method.desc), Type.getObjectType(RESUMPTION));
        MethodNode twin = copy(twinName, descriptor, access);
        twin.signature = null;
        twin.parameters = null;
        twin.visibleAnnotations = null;
        twin.invisibleAnnotations = null;
        twin.visibleParameterAnnotations = null;
        twin.invisibleParameterAnnotations = null;
        twin.annotationDefault = null;
        List<Integer> withMonitors = sitesWithMonitors();
        if (!withMonitors.isEmpty()) {
            twin.visibleAnnotations = new ArrayList<>(List.of(holdsMonitors(withMonitors)));
        }
        LabelNode endOfTwin = guard(twin, inTwin, true);
        return new Woven(fast, inFast, endOfFast, twin, inTwin, endOfTwin, helpers, withMonitors);
    }

    private List<Integer> sitesWithMonitors() {
        boolean always = (method.access & ACC_SYNCHRONIZED) != 0;
        return IntStream.range(0, sites.size())
                .filter(number -> always || !sites.get(number).monitors().isEmpty())
                .boxed()
                .toList();
    }

    private static AnnotationNode holdsMonitors(List<Integer> numbers) {
        AnnotationNode annotation = new AnnotationNode(Type.getDescriptor(HoldsMonitors.class));
        annotation.visit("value", numbers.stream().mapToInt(Integer::intValue).toArray());
        return annotation;
    }

    private MethodNode copy(String name, String descriptor, int access) {
        MethodNode copy =
                new MethodNode(
                        ASM9,
                        access,
                        name,
                        descriptor,
                        method.signature,
                        method.exceptions.toArray(String[]::new));
        method.accept(copy);
        return copy;
    }

    /** The local that has the {@link Suspension} in handlers, the {@link Frame} in the prologue. */
    private int scratch() {
        return firstFree;
    }

    private int resumption() {
        return firstFree + 1;
    }

    private LabelNode guard(MethodNode into, List<Guarded> guarded, boolean twin) {
        AbstractInsnNode[] code = into.instructions.toArray();
        List<LabelNode> entries = new ArrayList<>();
        InsnList handlers = new InsnList();
        List<TryCatchBlockNode> blocks = new ArrayList<>();
        for (int number = 0; number < sites.size(); number++) {
            Site site = sites.get(number);
            MethodInsnNode call = (MethodInsnNode) code[site.index()];
            LabelNode handler = new LabelNode();
            Guarded here = new Guarded(new LabelNode(), new LabelNode());
            into.instructions.insertBefore(call, beforeCall(site, here.start()));
            InsnList after = new InsnList();
            after.add(here.end());
            guarded.add(here);
            blocks.add(new TryCatchBlockNode(here.start(), here.end(), handler, SUSPENSION));
            if (twin) {
                LabelNode entry = new LabelNode();
                Guarded next = new Guarded(new LabelNode(), new LabelNode());
                after.add(resume(site, call, entry, next));
                entries.add(entry);
                guarded.add(next);
                blocks.add(new TryCatchBlockNode(next.start(), next.end(), handler, SUSPENSION));
            }
            into.instructions.insert(call, after);
            handlers.add(suspend(site, handler));
        }
        into.instructions.add(handlers);
        LabelNode end = new LabelNode();
        into.instructions.add(end);
        into.tryCatchBlocks.addAll(0, blocks);
        if (twin) {
            into.instructions.insert(takeBack(entries));
        }
        return end;
    }

    /** Keeps a copy of what lies beneath the arguments where handlers can see it. */
    private static InsnList beforeCall(Site site, LabelNode start) {
        InsnList list = new InsnList();
        if (!site.beneath().isEmpty()) {
            for (SavedLocal each : site.arguments().reversed()) {
                list.add(var(ISTORE, each));
            }
            for (SavedLocal each : site.beneath().reversed()) {
                list.add(var(ISTORE, each));
            }
            for (SavedLocal each : site.beneath()) {
                list.add(var(ILOAD, each));
            }
            for (SavedLocal each : site.arguments()) {
                list.add(var(ILOAD, each));
            }
        }
        list.add(start);
        return list;
    }

    private InsnList resume(Site site, MethodInsnNode call, LabelNode entry, Guarded next) {
        InsnList list = new InsnList();
        LabelNode after = new LabelNode();
        list.add(new JumpInsnNode(GOTO, after));
        list.add(entry);
        for (SavedLocal each : site.beneath()) {
            list.add(var(ILOAD, each));
        }
        list.add(next.start());
        list.add(new VarInsnNode(ALOAD, resumption()));
        list.add(new MethodInsnNode(INVOKEVIRTUAL, RESUMPTION, "next", "()Ljava/lang/Object;"));
        list.add(next.end());
        Type result = Type.getReturnType(call.desc);
        switch (result.getSort()) {
            case Type.VOID -> list.add(new InsnNode(POP));
            case Type.OBJECT, Type.ARRAY -> cast(list, result);
            default -> PrimitiveBoxing.unbox(list, result);
        }
        list.add(after);
        return list;
    }

    /** Hands all values to the site's helper, releases the locks, and lets the suspension on. */
    private InsnList suspend(Site site, LabelNode handler) {
        InsnList list = new InsnList();
        list.add(handler);
        list.add(new VarInsnNode(ASTORE, scratch()));
        list.add(new VarInsnNode(ALOAD, scratch()));
        kept(site).forEach(each -> list.add(var(ILOAD, each)));
        list.add(
                new MethodInsnNode(
                        INVOKESTATIC,
                        owner,
                        helperName(site),
                        helperDescriptor(site),
                        isInterface));
        for (int lock : site.monitors().reversed()) {
            list.add(new VarInsnNode(ALOAD, lock));
            list.add(new InsnNode(MONITOREXIT));
        }
        list.add(new VarInsnNode(ALOAD, scratch()));
        list.add(new InsnNode(ATHROW));
        return list;
    }

    /** What is kept at a site: the object of an instance method first. */
    private List<SavedLocal> kept(Site site) {
        List<SavedLocal> all = new ArrayList<>();
        if ((method.access & ACC_STATIC) == 0) {
            all.add(new SavedLocal(0, Type.getObjectType(owner)));
        }
        all.addAll(site.locals());
        all.addAll(site.beneath());
        all.removeIf(each -> each.type().equals(Types.NULL));
        return all;
    }

    private String helperName(Site site) {
        return twinName + "$put$" + sites.indexOf(site);
    }

    private String helperDescriptor(Site site) {
        StringBuilder descriptor = new StringBuilder("(L").append(SUSPENSION).append(';');
        kept(site).forEach(each -> descriptor.append(erased(each.type())));
        return descriptor.append(")V").toString();
    }

    private static String erased(Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> "Ljava/lang/Object;";
            case Type.LONG, Type.FLOAT, Type.DOUBLE -> type.getDescriptor();
            default -> "I";
        };
    }

    /**
     * Makes the frame of a site. A method of its own, so that the woven one stays short enough for
     * the JVM's compilers.
     */
    private MethodNode helper(Site site) throws Unweavable {
        MethodNode helper =
                new MethodNode(
                        ASM9,
                        ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC,
                        helperName(site),
                        helperDescriptor(site),
                        null,
                        null);
        InsnList list = helper.instructions;
        list.add(new VarInsnNode(ALOAD, 0));
        list.add(new LdcInsnNode(Type.getObjectType(owner)));
        list.add(new LdcInsnNode(twinName));
        list.add(new IntInsnNode(SIPUSH, sites.indexOf(site)));
        list.add(new LdcInsnNode(site.line()));
        list.add(
                new MethodInsnNode(
                        INVOKEVIRTUAL,
                        SUSPENSION,
                        "frame",
                        "(Ljava/lang/Class;Ljava/lang/String;II)L" + FRAME + ";"));
        int slot = 1;
        for (SavedLocal each : kept(site)) {
            list.add(new VarInsnNode(each.type().getOpcode(ILOAD), slot));
            slot += each.type().getSize();
            list.add(
                    new MethodInsnNode(
                            INVOKEVIRTUAL,
                            FRAME,
                            "put",
                            "(" + erased(each.type()) + ")L" + FRAME + ";"));
        }
        if (slot > MAX_ARGUMENTS) {
            throw new Unweavable("it keeps more than " + MAX_ARGUMENTS + " values at a call");
        }
        list.add(new InsnNode(POP));
        list.add(new InsnNode(RETURN));
        return helper;
    }

    private InsnList takeBack(List<LabelNode> entries) {
        InsnList list = new InsnList();
        boolean instance = (method.access & ACC_STATIC) == 0;
        list.add(new VarInsnNode(ALOAD, instance ? 1 : 0));
        list.add(new VarInsnNode(ASTORE, resumption()));
        list.add(new VarInsnNode(ALOAD, resumption()));
        list.add(new MethodInsnNode(INVOKEVIRTUAL, RESUMPTION, "frame", "()L" + FRAME + ";"));
        list.add(new VarInsnNode(ASTORE, scratch()));
        list.add(new VarInsnNode(ALOAD, scratch()));
        list.add(new MethodInsnNode(INVOKEVIRTUAL, FRAME, "site", "()I"));
        LabelNode unknown = new LabelNode();
        LabelNode[] cases = new LabelNode[sites.size()];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = new LabelNode();
        }
        list.add(new TableSwitchInsnNode(0, cases.length - 1, unknown, cases));
        for (int i = 0; i < cases.length; i++) {
            Site site = sites.get(i);
            list.add(cases[i]);
            if (instance) {
                list.add(new VarInsnNode(ALOAD, scratch()));
                list.add(take("takeObject", "Ljava/lang/Object;"));
                list.add(new InsnNode(POP));
            }
            site.locals().forEach(each -> takeOne(list, each));
            site.beneath().forEach(each -> takeOne(list, each));
            for (int lock : site.monitors()) {
                list.add(new VarInsnNode(ALOAD, lock));
                list.add(new InsnNode(MONITORENTER));
            }
            list.add(new JumpInsnNode(GOTO, entries.get(i)));
        }
        list.add(unknown);
        list.add(new VarInsnNode(ALOAD, resumption()));
        list.add(
                new MethodInsnNode(
                        INVOKEVIRTUAL, RESUMPTION, "unknownSite", "()Ljava/lang/Error;"));
        list.add(new InsnNode(ATHROW));
        return list;
    }

    private void takeOne(InsnList list, SavedLocal each) {
        if (each.type().equals(Types.NULL)) {
            list.add(new InsnNode(ACONST_NULL));
        } else {
            list.add(new VarInsnNode(ALOAD, scratch()));
            switch (each.type().getSort()) {
                case Type.LONG -> list.add(take("takeLong", "J"));
                case Type.FLOAT -> list.add(take("takeFloat", "F"));
                case Type.DOUBLE -> list.add(take("takeDouble", "D"));
                case Type.OBJECT, Type.ARRAY -> {
                    list.add(take("takeObject", "Ljava/lang/Object;"));
                    cast(list, each.type());
                }
                default -> list.add(take("takeInt", "I"));
            }
        }
        list.add(var(ISTORE, each));
    }

    private static MethodInsnNode take(String name, String type) {
        return new MethodInsnNode(INVOKEVIRTUAL, FRAME, name, "()" + type);
    }

    private static void cast(InsnList list, Type type) {
        if (!type.getInternalName().equals(Hierarchy.OBJECT)) {
            list.add(new TypeInsnNode(CHECKCAST, type.getInternalName()));
        }
    }

    private static VarInsnNode var(int opcode, SavedLocal kept) {
        return new VarInsnNode(kept.type().getOpcode(opcode), kept.slot());
    }
}
