package org.evenkeel.continuations.capture;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.stream.Stream;
import org.evenkeel.client.bundle.SuspensionPoints;
import org.evenkeel.continuations.frames.Resumption;
import org.evenkeel.continuations.frames.Waits;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.model.OwnClasses;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the real stack before a suspension: every frame from the {@linkplain SuspensionPoints
 * call} that suspends down to where the flow began must stand at a call that suspends it.
 */
final class StackGuard {

    private static final StackWalker WALKER =
            StackWalker.getInstance(
                    java.util.Set.of(
                            StackWalker.Option.RETAIN_CLASS_REFERENCE,
                            StackWalker.Option.SHOW_REFLECT_FRAMES));

    /** What prevents a suspension, null if nothing does. */
    static @Nullable String obstacle() {
        return WALKER.walk(StackGuard::obstacle);
    }

    private static @Nullable String obstacle(Stream<StackFrame> frames) {
        Iterator<StackFrame> each = frames.iterator();
        boolean inTask = false;
        boolean inApi = true;
        int withMonitors = 0;
        while (each.hasNext()) {
            StackFrame frame = each.next();
            Class<?> type = frame.getDeclaringClass();
            if (!inTask) {
                inTask = type == Waits.class || SuspensionPoints.isOne(type, frame.getMethodName());
                continue;
            }
            if (type == SuspendableRun.class) {
                return null;
            }
            inApi &= isOurs(type);
            if (inApi || Resumption.isPart(type)) {
                continue;
            }
            String method = frame.getMethodName() + frame.getDescriptor();
            int offset = frame.getByteCodeIndex();
            if (!(type.getClassLoader() instanceof WovenLoader loader)
                    || !loader.isGuarded(type, method, offset)) {
                return describe(frame, each);
            }
            withMonitors += loader.holdsMonitors(type, method, offset) ? 1 : 0;
            if (withMonitors > Resumption.MAX_WITH_MONITORS) {
                return "it holds monitors in more than %s calls at once, the outermost seen is %s"
                        .formatted(Resumption.MAX_WITH_MONITORS, place(frame));
            }
        }
        return "the task was started without support for suspension";
    }

    /** Between the call that suspends and the program that made it nothing has to be kept. */
    private static boolean isOurs(Class<?> type) {
        return OwnClasses.contain(type.getName())
                && !(type.getClassLoader() instanceof WovenLoader);
    }

    private static String place(StackFrame frame) {
        return frame.getClassName()
                + "."
                + frame.getMethodName()
                + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "");
    }

    /** Names the frame, and for one of the JDK the line of the program that led there. */
    private static String describe(StackFrame frame, Iterator<StackFrame> below) {
        String text = place(frame);
        if (frame.getDeclaringClass().getClassLoader() instanceof WovenLoader loader) {
            String reason = loader.reason(frame.getDeclaringClass(), frame.getMethodName());
            return text + " cannot be suspended there" + (reason == null ? "" : ": " + reason);
        }
        while (below.hasNext()) {
            StackFrame each = below.next();
            if (each.getDeclaringClass().getClassLoader() instanceof WovenLoader) {
                return "%s.%s:%s waits for %s, which cannot be suspended"
                        .formatted(
                                each.getClassName(),
                                each.getMethodName(),
                                each.getLineNumber(),
                                text);
            }
        }
        return text + " cannot be suspended";
    }
}
