/** Where every proof can be had, oldest first, a line of JSON each. */
export const PROOFS = '/api/proofs';
