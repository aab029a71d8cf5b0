import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { showToast } from '@/features/toast/toast-store';
import { useCopy } from '@/lib/use-copy';

/** Copies the visitor's referral link, or shows it for copying by hand where the clipboard refuses. */
export function CopyReferralLink({ link }: { link: string }) {
  const { copied, copy } = useCopy();
  const [refused, setRefused] = useState(false);

  async function copyLink(): Promise<void> {
    const taken = await copy(link);
    setRefused(!taken);
    if (taken) {
      showToast({
        title: 'Referral Link Copied!',
        description: 'Share this link to recruit others and earn points!',
      });
    }
  }

  return (
    <>
      <Button
        className="w-full max-xs:px-3! max-xs:text-[0.9375rem]"
        onClick={() => void copyLink()}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>Copy Your Referral Link</span>
      </Button>
      {refused ? <LinkField link={link} /> : null}
    </>
  );
}

function LinkField({ link }: { link: string }) {
  return (
    <label className="mt-3 block text-sm text-stone">
      Your browser keeps its clipboard to itself. Copy the link from here:
      <input
        readOnly
        value={link}
        ref={(field) => field?.select()}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-2 min-h-12 w-full rounded-md border border-line bg-night px-3 text-base text-sand"
      />
    </label>
  );
}
