import type { StandardApp } from './phantom-control.js';
import type { WalletKey } from './keys.js';
import type { SignInInput } from './sign-in-text.js';

/** Registers a Standard wallet. The source text of this function is injected into the page after that of the core. */
export function installStandardPhantom(signInText: (input: SignInInput) => string): void {
  const core = window.phantomCore;
  if (!core) throw new Error('the core comes first');
  const features = [
    'solana:signAndSendTransaction',
    'solana:signTransaction',
    'solana:signMessage',
    'solana:signIn',
  ];
  const chains = ['solana:mainnet'];
  const accounts = new Map<string, object>();

  const toAccount = ({ address, jwk }: WalletKey): object => {
    const known = accounts.get(address);
    if (known) return known;
    const text = atob(jwk.x.replaceAll('-', '+').replaceAll('_', '/'));
    const publicKey = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const account = Object.freeze({ address, publicKey, chains, features });
    accounts.set(address, account);
    return account;
  };

  const signMessage = async (...inputs: readonly { readonly message: Uint8Array }[]) => {
    const outputs = [];
    for (const { message } of inputs) {
      const key = await core.authorize('signMessage', new TextDecoder().decode(message));
      outputs.push({ signedMessage: message, signature: await core.sign(key, message) });
    }
    return outputs;
  };

  const signIn = async (...inputs: readonly Partial<SignInInput>[]) => {
    const outputs = [];
    for (const input of inputs.length > 0 ? inputs : [{}]) {
      const { address } = core.selected();
      const text = signInText({ domain: location.host, address, ...input });
      const key = await core.authorize('signIn', text);
      const signedMessage = new TextEncoder().encode(text);
      const signature = await core.sign(key, signedMessage);
      outputs.push({ account: toAccount(key), signedMessage, signature });
    }
    return outputs;
  };

  const wallet = {
    version: '1.0.0',
    name: 'Phantom',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PGNpcmNsZSBjeD0iMTIiIGN5PSIxMiIgcj0iMTEiIGZpbGw9IiM4YjdiZDgiLz48L3N2Zz4=',
    chains,
    get accounts() {
      return core.account ? [toAccount(core.account)] : [];
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (input?: { readonly silent?: boolean }) => {
          await core.connect(input?.silent === true);
          return { accounts: wallet.accounts };
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () => {
          core.disconnect();
          return Promise.resolve();
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (changed: object) => void) =>
          core.onChange(() => listener({ accounts: wallet.accounts })),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: core.trap('signAndSendTransaction'),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: core.trap('signTransaction'),
      },
      'solana:signMessage': { version: '1.0.0', signMessage },
      'solana:signIn': { version: '1.0.0', signIn },
    },
  };

  const register = ({ register: add }: StandardApp) => add(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', ({ detail: api }) => register(api));
}
