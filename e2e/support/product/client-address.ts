let clients = 0;

/** Returns a new IP address, so that rate limits count each client separately. */
export function newClientAddress(): string {
  clients += 1;
  return `10.0.${clients >> 8}.${clients & 255}`;
}
