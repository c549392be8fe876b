package org.evenkeel.examples.study;

/**
 * The SIR model of Kermack and McKendrick (1927): susceptible persons are infected by infected
 * ones, who recover.
 *
 * @param contacts infectious contacts of a person in a day
 * @param infectiousDays days for which a person infects others
 * @param vaccinated share of the population that cannot be infected, less than 1
 */
record Epidemic(double contacts, double infectiousDays, double vaccinated) {
    private static final double INFECTED_AT_FIRST = 1e-6;
    private static final double STEP_DAYS = 0.05;
    private static final int DAYS = 5 * 365;

    Epidemic {
        if (!(contacts >= 0)) {
            throw new IllegalArgumentException("contacts is 0 or more, not " + contacts);
        }
        if (!(infectiousDays > 0)) {
            throw new IllegalArgumentException(
                    "infectious_days is positive, not " + infectiousDays);
        }
        if (!(vaccinated >= 0 && vaccinated < 1)) {
            throw new IllegalArgumentException(
                    "vaccinated is at least 0 and less than 1, not " + vaccinated);
        }
    }

    /**
     * How it went.
     *
     * @param peakDay day on which most are infected
     * @param peakInfected their share of the population
     * @param totalInfected share of the population that was ever infected
     */
    record Course(double peakDay, double peakInfected, double totalInfected) {}

    /** Shares of the population. */
    private record State(double susceptible, double infected) {
        State plus(double days, State change) {
            return new State(
                    susceptible + days * change.susceptible, infected + days * change.infected);
        }
    }

    /** Integrates the model by the classical Runge-Kutta method. */
    Course run() {
        State state = new State((1 - vaccinated) * (1 - INFECTED_AT_FIRST), INFECTED_AT_FIRST);
        double peakDay = 0;
        double peakInfected = state.infected;
        for (int step = 1; step * STEP_DAYS <= DAYS; step++) {
            state = next(state);
            if (state.infected > peakInfected) {
                peakInfected = state.infected;
                peakDay = step * STEP_DAYS;
            }
        }
        return new Course(peakDay, peakInfected, 1 - vaccinated - state.susceptible);
    }

    private State next(State state) {
        State k1 = changePerDay(state);
        State k2 = changePerDay(state.plus(STEP_DAYS / 2, k1));
        State k3 = changePerDay(state.plus(STEP_DAYS / 2, k2));
        State k4 = changePerDay(state.plus(STEP_DAYS, k3));
        return state.plus(STEP_DAYS / 6, k1)
                .plus(STEP_DAYS / 3, k2)
                .plus(STEP_DAYS / 3, k3)
                .plus(STEP_DAYS / 6, k4);
    }

    private State changePerDay(State state) {
        double infections = contacts * state.susceptible * state.infected;
        return new State(-infections, infections - state.infected / infectiousDays);
    }
}
