import paperwork from '@/assets/paperwork.svg?inline';
import { PageHeader, Section } from '@/components/section';
import { PUBLISHED } from '@/features/session/consent';

const ASKED = {
  'To connect, once':
    'When you press Connect Phantom Wallet, and not before. Phantom then tells us your address, and we read its balance of SOL and of $SHARES from a Solana node, as anybody can.',
  'To sign one sentence': `In the same prompt where your Phantom can do that, else when you press Prove it. The sentence says that this is a parody, names this site and, where a referral link brought you, names whose it was. It moves nothing, costs nothing and approves nothing. ${PUBLISHED} Decline it, and you may connect without.`,
  'To be remembered':
    'On your next visit Phantom may connect without a prompt, since you trusted this site. Disconnect ends that here; Phantom has a list of trusted sites that ends it for good.',
  'On a phone, to move':
    'A tap on Connect Phantom Wallet opens this page in Phantom’s own browser. Nothing is asked on the way.',
};

const SENT = {
  'Your address':
    'With the claim that somebody brought you, with your No to it, with your sign-in, with your points, your pyramid and your place on the board, and with each reading of your balances, for which our server asks a Solana node.',
  'Your signature':
    'Whenever you sign. If it names who brought you, anybody may then check it, which is what it is for, and nobody may take it back, which is what to think about first.',
  'Your IP address':
    'With every request, as at any site. Our limits count by it for a day at most, and then forget it.',
  'Two cookies': 'One while you sign in, and one while you are signed in. Neither follows you.',
  'Not your notes':
    'Your bets, the link that brought you, your answer to it, your receipts, the newest state of the log that you checked, and that you use Phantom. Your browser keeps those. Apart from who brought you, and your No to that, it sends us none of them.',
};

const NEVER = {
  'A transaction':
    'Not for a fee, not for a refund, not for an airdrop, not to “verify” anything. Where others load the Solana library, we have a few lines that read addresses and balances. They could not build one.',
  'An approval': 'No token of yours is ever put at the disposal of anybody, least of all us.',
  'A seed phrase':
    'Nor a private key. No page needs one. A page that asks for one is a robbery with a form.',
  Money: 'Nothing here has a price. That is also our valuation.',
};

export function WhatWeAskRoute() {
  return (
    <>
      <PageHeader
        title="What We Ask of Your Wallet"
        lede="All of it, in the order in which it is asked. A pyramid scheme that shows its paperwork is hardly trying."
        picture={paperwork}
      />
      <Section title="What Phantom Will Ask You" lede="Each time you decide, and no is an answer.">
        <Statements entries={ASKED} />
      </Section>
      <Section
        title="What Our Server Gets"
        lede="All of this too. It is a short list, since we have no use for you as a person."
      >
        <Statements entries={SENT} />
      </Section>
      <Section
        title="What It Will Never Ask"
        lede="If a page with our name on it asks for any of these, it is not ours. Close it."
      >
        <Statements entries={NEVER} />
      </Section>
    </>
  );
}

function Statements({ entries }: { readonly entries: Readonly<Record<string, string>> }) {
  return (
    <dl>
      {Object.entries(entries).map(([statement, explanation]) => (
        <div
          key={statement}
          className="grid gap-x-8 gap-y-1.5 border-b border-line py-5 first:pt-0 last:border-0 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
        >
          <dt className="font-display text-2xl leading-tight text-balance text-gold-bright">
            {statement}
          </dt>
          <dd className="max-w-text text-stone">{explanation}</dd>
        </div>
      ))}
    </dl>
  );
}
