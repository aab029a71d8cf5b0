/**
 * Lets the visitor answer the prompts of the demo wallet in a dialog, and labels the page. On a narrow screen, the
 * label is above the page, because at the bottom it would cover toasts. The source text of this function is injected
 * into the page after that of `installPhantomCore`.
 */
export function installApprovalDialog(address: string): void {
  const CSS = `
    :host { all: initial; font: 16px/1.45 system-ui, sans-serif; color: #1b1530 }
    aside { display: block; padding: 4px 10px; background: #fff3b0; font-size: 12px; text-align: center }
    @media (min-width: 768px) {
      aside { position: fixed; left: 8px; bottom: 8px; z-index: 2147483646; max-width: 15rem; border-radius: 6px;
        text-align: start; pointer-events: none }
    }
    dialog { border: 0; border-radius: 12px; padding: 20px; max-width: 22rem; background: #fff; color: inherit }
    dialog::backdrop { background: rgb(0 0 0 / .6) }
    h2 { margin: 0 0 8px; font-size: 19px }
    p, pre { margin: 0 0 12px; overflow-wrap: anywhere; white-space: pre-wrap; font: inherit; font-size: 14px }
    pre { max-height: 10rem; overflow: auto; padding: 8px; border-radius: 6px; background: #f1eef8 }
    div { display: flex; gap: 12px }
    button { flex: 1; min-height: 44px; border: 1px solid #4b3b8f; border-radius: 8px; background: #fff;
      color: #4b3b8f; font: inherit; font-weight: 600; cursor: pointer }
    button[value=approve] { background: #4b3b8f; color: #fff }`;
  const QUESTIONS = {
    connect: 'This page wants to see the address and balance of the demo wallet.',
    signIn: 'This page wants the demo wallet to sign in. Nothing moves.',
    signMessage: 'This page wants the demo wallet to sign a message. Nothing moves.',
  };

  const shadow = document.createElement('demo-wallet').attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  shadow.adoptedStyleSheets = [sheet];

  const element = (name: string, text: string): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  const label = element(
    'aside',
    'Demo on a local chain. The wallet and its coins are make-believe.',
  );
  label.setAttribute('role', 'note');
  shadow.append(label);
  document.addEventListener('DOMContentLoaded', () => document.body.prepend(shadow.host));

  const ask = (question: string, detail: string): Promise<boolean> => {
    const dialog = document.createElement('dialog');
    const heading = element('h2', 'Local demo wallet');
    heading.id = 'demo-wallet-heading';
    dialog.setAttribute('aria-labelledby', heading.id);
    const buttons = document.createElement('div');
    for (const answer of ['Reject', 'Approve']) {
      const button = document.createElement('button');
      button.textContent = answer;
      button.value = answer.toLowerCase();
      button.addEventListener('click', () => dialog.close(button.value));
      buttons.append(button);
    }
    dialog.append(
      heading,
      element(
        'p',
        'Not Phantom. Its keys were made on this machine and open nothing anywhere else.',
      ),
      element('p', question),
      element('pre', detail || address),
      buttons,
    );
    shadow.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => {
        dialog.remove();
        resolve(dialog.returnValue === 'approve');
      });
    });
  };

  const control = window.phantomControl;
  if (!control) throw new Error('the core comes first');
  control.decide = (request, detail) => ask(QUESTIONS[request], detail);
}
