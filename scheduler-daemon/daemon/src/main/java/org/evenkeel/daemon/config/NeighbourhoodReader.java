package org.evenkeel.daemon.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.DaemonConfig.Neighbour;
import org.evenkeel.daemon.config.DaemonConfig.Neighbourhood;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** Reads who the neighbours are: one of three keys says it, or there are none. */
record NeighbourhoodReader(Map<ConfigKey, String> values) {
    Neighbourhood read() throws ConfigException {
        String named = values.get(ConfigKey.NEIGHBOURS);
        String topology = values.get(ConfigKey.TOPOLOGY);
        String seeds = values.get(ConfigKey.SEEDS);
        String members = values.get(ConfigKey.MEMBERS);
        exclude(ConfigKey.NEIGHBOURS, named, ConfigKey.TOPOLOGY, topology);
        exclude(ConfigKey.SEEDS, seeds, ConfigKey.NEIGHBOURS, named);
        exclude(ConfigKey.SEEDS, seeds, ConfigKey.TOPOLOGY, topology);
        if (topology == null && members != null) {
            throw new ConfigException("members is given without topology");
        }
        if (topology != null) {
            return computed(topology, members);
        }
        return seeds == null
                ? new Neighbourhood.Named(named == null ? List.of() : neighbours(named))
                : new Neighbourhood.Open(seeds(seeds));
    }

    private static void exclude(
            ConfigKey one, @Nullable String value, ConfigKey other, @Nullable String second)
            throws ConfigException {
        if (value != null && second != null) {
            throw new ConfigException(
                    one.spelling() + " and " + other.spelling() + " exclude each other");
        }
    }

    private static Neighbourhood computed(String topology, @Nullable String members)
            throws ConfigException {
        if (members == null) {
            throw new ConfigException("topology needs members");
        }
        List<NodeId> all = new ArrayList<>();
        for (String name : ConfigReader.parts(members)) {
            all.add(ConfigReader.node(ConfigKey.MEMBERS, name));
        }
        return new Neighbourhood.Computed(topology, List.copyOf(all));
    }

    private static List<Neighbour> neighbours(String text) throws ConfigException {
        List<Neighbour> list = new ArrayList<>();
        for (String part : ConfigReader.parts(text)) {
            int equals = part.indexOf('=');
            list.add(
                    equals < 0
                            ? new Neighbour(
                                    ConfigReader.node(ConfigKey.NEIGHBOURS, part), Optional.empty())
                            : new Neighbour(
                                    ConfigReader.node(
                                            ConfigKey.NEIGHBOURS, part.substring(0, equals)),
                                    Optional.of(
                                            ConfigReader.address(
                                                    ConfigKey.NEIGHBOURS,
                                                    part.substring(equals + 1)))));
        }
        return List.copyOf(list);
    }

    private static List<Address> seeds(String text) throws ConfigException {
        Set<Address> seeds = new LinkedHashSet<>();
        for (String part : ConfigReader.parts(text)) {
            Address seed = ConfigReader.address(ConfigKey.SEEDS, part);
            if (seed.port() == 0) {
                throw new ConfigException(
                        "seeds: port 0 cannot be reached; give the port that the daemon listens on");
            }
            seeds.add(seed);
        }
        if (seeds.size() > Neighbourhood.MAX_SEEDS) {
            throw new ConfigException(
                    "seeds: %s addresses exceed the limit of %s"
                            .formatted(seeds.size(), Neighbourhood.MAX_SEEDS));
        }
        return List.copyOf(seeds);
    }
}
