import type { WalletKey } from './keys.js';
import type {
  PhantomControl,
  PhantomCore,
  PhantomOptions,
  PhantomRequest,
} from './phantom-control.js';

/** Installs the fake Phantom's keys, trust and prompts. The source text of this function is injected into the page. */
export function installPhantomCore(options: PhantomOptions): void {
  const TRUST = 'phantom-stand-in:trusted';
  const TRAPPED = 'phantom-stand-in:trapped';
  const listeners = new Set<() => void>();
  const open = new Set<(approved: boolean) => void>();
  const trapped = (localStorage.getItem(TRAPPED) ?? '').split(' ').filter(Boolean);
  const prompts: PhantomRequest[] = [];
  let silentConnects = 0;
  let index = Number(localStorage.getItem(TRUST) ?? 0);
  let account: WalletKey | null = null;

  const notify = () => listeners.forEach((listener) => listener());
  const become = (key: WalletKey | null) => {
    account = key;
    notify();
  };
  const rejected = () => Object.assign(new Error('User rejected the request.'), { code: 4001 });
  const selected = () => {
    const key = options.keys[index];
    if (!key) throw new Error(`the stand-in has no account ${index}`);
    return key;
  };

  const control: PhantomControl = {
    answer: options.answer,
    prompts,
    trapped,
    get silentConnects() {
      return silentConnects;
    },
    get address() {
      return account?.address ?? null;
    },
    decide: () =>
      control.answer === 'hang'
        ? new Promise<boolean>((resolve) => open.add(resolve))
        : Promise.resolve(control.answer === 'approve'),
    settle: (approved: boolean) => {
      open.forEach((resolve) => resolve(approved));
      open.clear();
    },
    switchAccount: (next: number) => {
      index = next;
      localStorage.setItem(TRUST, String(next));
      become(selected());
    },
    distrust: () => localStorage.removeItem(TRUST),
  };

  const core: PhantomCore = {
    control,
    get account() {
      return account;
    },
    selected,
    connect: async (silent) => {
      if (account) return account;
      if (localStorage.getItem(TRUST) === null) {
        if (silent) throw rejected();
        return core.authorize('connect', '');
      }
      silentConnects += 1;
      become(selected());
      return selected();
    },
    disconnect: () => become(null),
    authorize: async (request, detail) => {
      const { answer } = control;
      if (answer === 'block') {
        throw Object.assign(new Error('This site is blocked'), { code: -32_000 });
      }
      prompts.push(request);
      const { cannotSign } = options;
      if (request !== 'connect' && cannotSign !== undefined) {
        throw Object.assign(new Error('This account cannot sign.'), { code: cannotSign });
      }
      if (!(await control.decide(request, detail))) throw rejected();
      localStorage.setItem(TRUST, String(index));
      if (!account) become(selected());
      return selected();
    },
    sign: async ({ jwk }, message) => {
      const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign']);
      return new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)));
    },
    trap: (call) => () => {
      trapped.push(call);
      localStorage.setItem(TRAPPED, trapped.join(' '));
      return Promise.reject(rejected());
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  window.phantomControl = control;
  window.phantomCore = core;
}
