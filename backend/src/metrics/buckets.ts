/** Upper bounds of the durations that are told apart, in seconds: from a read in memory to the longest time-out. */
export const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
