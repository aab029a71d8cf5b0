let clients = 0;

/** An IP address that no client has had before, so that the limits of the API do not count it with others. */
export function newClientAddress(): string {
  clients += 1;
  return `10.0.${clients >> 8}.${clients & 255}`;
}
