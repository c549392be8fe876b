package org.evenkeel.sim;

import org.evenkeel.sim.check.Violation;
import org.evenkeel.testing.Seeds;

/** Random clusters with everything going wrong: all rules hold after every event. */
class SwarmSimulationTest {

    @Seeds(500)
    void everyRuleHoldsWhateverGoesWrong(long seed) {
        SimSpec spec = Swarm.draw(seed);
        Simulation simulation = new Simulation(spec);
        try {
            simulation.run();
        } catch (Violation e) {
            StringBuilder text =
                    new StringBuilder(e.getMessage()).append('\n').append(spec).append('\n');
            simulation.story(e.task()).forEach(line -> text.append(line).append('\n'));
            throw new AssertionError("VIO [" + seed + "] " + text.toString(), e);
        }
    }
}
