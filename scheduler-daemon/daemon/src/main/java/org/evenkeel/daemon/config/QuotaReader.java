package org.evenkeel.daemon.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.config.SubmitterQuotas.Quota;
import org.evenkeel.model.SpellingSuggestion;
import org.jspecify.annotations.Nullable;

/**
 * Reads quotas: an object with an entry for each name, in HOCON, in a file or as a flag's value.
 */
final class QuotaReader {

    private static final List<String> GOODS = List.of("tasks", "bytes", "processors", "jobs");
    private static final int MAX_ENTRIES = 10_000;

    static SubmitterQuotas read(@Nullable String text) throws ConfigException {
        if (text == null || text.isBlank()) {
            return SubmitterQuotas.USUAL;
        }
        try {
            return read(ConfigFactory.parseString(text).resolve().root());
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("quotas: " + e.getMessage());
        }
    }

    private static SubmitterQuotas read(ConfigObject all) throws ConfigException {
        if (all.size() > MAX_ENTRIES) {
            throw new ConfigException("quotas: more than " + MAX_ENTRIES + " entries");
        }
        ConfigValue standard = all.get(SubmitterQuotas.DEFAULT);
        Quota others =
                standard == null
                        ? Quota.USUAL
                        : quota(SubmitterQuotas.DEFAULT, standard, Quota.USUAL);
        Map<String, Quota> named = new LinkedHashMap<>();
        for (Map.Entry<String, ConfigValue> entry : all.entrySet()) {
            if (!entry.getKey().equals(SubmitterQuotas.DEFAULT)) {
                named.put(entry.getKey(), quota(entry.getKey(), entry.getValue(), others));
            }
        }
        return new SubmitterQuotas(others, named);
    }

    /** What an entry does not say is as for every submitter. */
    private static Quota quota(String name, ConfigValue value, Quota others)
            throws ConfigException {
        if (!(value instanceof ConfigObject object)) {
            throw new ConfigException(
                    "quotas.%s is invalid; write for example {tasks=1000, bytes=1GiB, processors=2}"
                            .formatted(name));
        }
        for (String good : object.keySet()) {
            if (!GOODS.contains(good)) {
                throw new ConfigException(
                        "quotas.%s: unknown limit \"%s\"; %s"
                                .formatted(name, good, SpellingSuggestion.hint(good, GOODS)));
            }
        }
        Config one = object.toConfig();
        return new Quota(
                limit(name, one, "tasks", others.tasks(), Long.MAX_VALUE),
                limit(name, one, "bytes", others.bytes(), Long.MAX_VALUE),
                (int) limit(name, one, "processors", others.processors(), Integer.MAX_VALUE),
                (int) limit(name, one, "jobs", others.jobs(), Integer.MAX_VALUE));
    }

    private static long limit(String name, Config one, String good, long others, long most)
            throws ConfigException {
        String path = ConfigUtil.joinPath(good);
        if (!one.hasPath(path)) {
            return others;
        }
        long limit = good.equals("bytes") ? one.getBytes(path) : one.getLong(path);
        if (limit < 0 || limit > most) {
            throw new ConfigException(
                    "quotas." + name + "." + good + ": " + limit + " must be 0 (none) or more");
        }
        return limit;
    }
}
