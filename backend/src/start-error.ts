/**
 * The process cannot start as things are. The message is one line for the operator: what is wrong, by the name of the
 * setting, and what to do.
 */
export class StartError extends Error {}
