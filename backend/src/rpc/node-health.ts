const QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });

/** Timeout of a node, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Asks Solana nodes whether they are healthy. Redirects are not followed, as in the proxy.
 * @returns a sentence for each unhealthy node; it names the host only, since the address may contain a key
 */
export async function findFailingNodes(urls: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(urls.map(ask));
  return answers.flatMap((response, index) => {
    if (response?.ok === true) return [];
    const what = response === null ? 'does not answer' : `answers ${response.status}`;
    return [`the Solana node at ${hostOf(urls[index] ?? '')} ${what}`];
  });
}

export const hostOf = (url: string): string => new URL(url).host;

/** Returns the response without its body; null if the node does not answer in time. */
async function ask(url: string): Promise<Response | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: QUESTION,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  await response?.body?.cancel();
  return response;
}
