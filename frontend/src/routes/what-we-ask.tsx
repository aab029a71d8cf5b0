import { PageHeader, Section } from '@/components/section';
import { DescriptionList } from '@/components/description-list';

const ASKED = {
  'To connect, once':
    'When you press Connect Wallet, and not before. Phantom then tells us your address. We read its balance of SOL and of $SHARES from a public node, as anybody can.',
  'To sign one sentence':
    'In the same prompt where your Phantom can do that, else when you press Prove it. The sentence says that this is a parody, names this site and, where a referral link brought you, names whose it was. It moves nothing, costs nothing and approves nothing. Decline it, and you may connect without.',
  'To be remembered':
    'On your next visit Phantom may connect without a prompt, since you trusted this site. Disconnect ends that here; Phantom has a list of trusted sites that ends it for good.',
  'On a phone, to move':
    'A tap on Connect Wallet opens this page in Phantom’s own browser. Nothing is asked on the way.',
};

const NEVER = {
  'A transaction':
    'Not for a fee, not for a refund, not for an airdrop, not to “verify” anything. Our copy of the Solana library could not build one: we cut that part out.',
  'An approval': 'No token of yours is ever put at the disposal of anybody, least of all us.',
  'A seed phrase':
    'Nor a private key. No page needs one. A page that asks for one is a robbery with a form.',
  Money: 'There is nothing to buy here that would be worth it.',
};

export function WhatWeAskRoute() {
  return (
    <>
      <PageHeader
        title="What We Ask of Your Wallet"
        lede="All of it, in the order in which it is asked. A pyramid scheme that shows its paperwork is hardly trying."
      />
      <Section title="What Phantom Will Ask You" lede="Each time you decide, and no is an answer.">
        <DescriptionList statements={ASKED} />
      </Section>
      <Section
        title="What It Will Never Ask"
        lede="If a page with our name on it asks for any of these, it is not ours. Close it."
      >
        <DescriptionList statements={NEVER} />
      </Section>
    </>
  );
}
