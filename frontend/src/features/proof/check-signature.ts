/**
 * Whether a signature over a message is the key's, by the browser's own Ed25519 (WebCrypto); null in a
 * browser that has none, or that keeps it from pages without https.
 */
export async function checkSignature(
  key: BufferSource,
  signature: BufferSource,
  message: BufferSource,
): Promise<boolean | null> {
  if (!('subtle' in crypto)) return null;
  const { subtle } = crypto;
  try {
    const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', imported, signature, message);
  } catch (error) {
    return isUnsupported(error) ? null : false;
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotSupportedError';
}
