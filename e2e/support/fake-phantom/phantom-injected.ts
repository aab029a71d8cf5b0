import type { WalletKey } from './keys.js';

/** Sets `window.phantom`. The source text of this function is injected into the page after that of the core. */
export function installInjectedPhantom(installedFlag: boolean): void {
  const core = window.phantomCore;
  if (!core) throw new Error('the core comes first');
  type Listener = (publicKey?: object | null) => void;
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, publicKey?: object | null) =>
    listeners.get(event)?.forEach((listener) => listener(publicKey));

  const toPublicKey = ({ address, jwk }: WalletKey) => {
    const text = atob(jwk.x.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return { toBytes: () => bytes, toBase58: () => address, toString: () => address };
  };

  let known: WalletKey | null = null;
  let leaving = false;
  core.onChange(() => {
    const { account } = core;
    if (known && account) emit('accountChanged', toPublicKey(account));
    else if (account) emit('connect', toPublicKey(account));
    else if (known) emit(leaving ? 'disconnect' : 'accountChanged', null);
    known = account;
  });

  const provider = {
    isPhantom: true,
    get isConnected() {
      return core.account !== null;
    },
    get publicKey() {
      return core.account && toPublicKey(core.account);
    },
    connect: async (options?: { readonly onlyIfTrusted?: boolean }) => ({
      publicKey: toPublicKey(await core.connect(options?.onlyIfTrusted === true)),
    }),
    disconnect: () => {
      leaving = true;
      core.disconnect();
      leaving = false;
      return Promise.resolve();
    },
    signMessage: async (message: Uint8Array) => {
      const key = await core.authorize('signMessage', new TextDecoder().decode(message));
      return { publicKey: toPublicKey(key), signature: await core.sign(key, message) };
    },
    signTransaction: core.trap('signTransaction'),
    signAllTransactions: core.trap('signAllTransactions'),
    signAndSendTransaction: core.trap('signAndSendTransaction'),
    signAndSendAllTransactions: core.trap('signAndSendAllTransactions'),
    request: core.trap('request'),
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    off: (event: string, listener: Listener) => {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };

  window.phantom = { solana: provider };
  if (installedFlag) window.isPhantomInstalled = true;
}
