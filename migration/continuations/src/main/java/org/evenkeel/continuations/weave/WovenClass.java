package org.evenkeel.continuations.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class as the JVM gets it, and where in it a task can be suspended.
 *
 * @param host class of the program it was made of: itself, or the one with its lambda
 * @param bytes the class file
 * @param guarded by method (name and descriptor), where its calls with a handler lie: start and end
 *     offsets in turn
 * @param locked the same of those calls at which the method holds monitors
 * @param sites by name of resuming method, how many calls it can resume from
 */
public record WovenClass(
        String host,
        byte[] bytes,
        Map<String, int[]> guarded,
        Map<String, int[]> locked,
        Map<String, Integer> sites) {

    static WovenClass untouched(String host, byte[] bytes) {
        return new WovenClass(host, bytes, Map.of(), Map.of(), Map.of());
    }

    static WovenClass of(String host, byte[] bytes, List<MethodWeaver.Woven> methods) {
        Map<String, int[]> guarded = new HashMap<>();
        Map<String, int[]> locked = new HashMap<>();
        Map<String, Integer> sites = new HashMap<>();
        for (MethodWeaver.Woven each : methods) {
            String fast = each.fast().name + each.fast().desc;
            String twin = each.twin().name + each.twin().desc;
            guarded.put(fast, offsets(each.guardedFast()));
            guarded.put(twin, offsets(each.guardedTwin()));
            locked.put(fast, offsets(each.withMonitors(each.guardedFast())));
            locked.put(twin, offsets(each.withMonitors(each.guardedTwin())));
            sites.put(each.twin().name, each.sites());
        }
        return new WovenClass(
                host, bytes, Map.copyOf(guarded), Map.copyOf(locked), Map.copyOf(sites));
    }

    /** What stays to be asked once the class is defined. */
    WovenClass withoutBytes() {
        return new WovenClass(host, new byte[0], guarded, locked, sites);
    }

    private static int[] offsets(List<MethodWeaver.Guarded> calls) {
        List<Integer> all = new ArrayList<>();
        for (MethodWeaver.Guarded each : calls) {
            all.add(each.start().getLabel().getOffset());
            all.add(each.end().getLabel().getOffset());
        }
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether the method, standing at this offset, would be suspended by a suspension. */
    public boolean isGuarded(String method, int offset) {
        return isIn(guarded.get(method), offset);
    }

    /** Whether the method, standing at this offset, holds monitors. */
    public boolean holdsMonitors(String method, int offset) {
        return isIn(locked.get(method), offset);
    }

    private static boolean isIn(int @Nullable [] calls, int offset) {
        if (calls == null) {
            return false;
        }
        for (int i = 0; i < calls.length; i += 2) {
            if (calls[i] <= offset && offset < calls[i + 1]) {
                return true;
            }
        }
        return false;
    }
}
