const QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });

/**
 * Asks a Solana node whether it is healthy. As in the proxy, redirects are not followed.
 * @returns the response, without its body; null if the node does not answer in time
 */
export async function askHealth(url: string, timeoutMs: number): Promise<Response | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: QUESTION,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  await response?.body?.cancel();
  return response;
}
