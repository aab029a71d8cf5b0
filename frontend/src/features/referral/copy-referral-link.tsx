import { Check, Copy } from 'lucide-react';
import { CopyByHand } from '@/components/copy-by-hand';
import { Button } from '@/components/ui/button';
import { showToast } from '@/features/toast/toast-store';
import { useCopy } from '@/lib/use-copy';

/** Copies the visitor's referral link, or shows it for copying by hand where the clipboard refuses. */
export function CopyReferralLink({ link }: { link: string }) {
  const { copied, refused, copy } = useCopy();

  async function copyLink(): Promise<void> {
    if (await copy(link)) {
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
      {refused === null ? null : <CopyByHand text={refused} what="link" />}
    </>
  );
}
