/** What the operator asked for cannot be as things are, and nothing was changed; the message says why. */
export class Refused extends Error {}
