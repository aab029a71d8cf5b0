import { Check, Copy } from 'lucide-react';
import { CopyByHand, useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { showToast } from '@/features/toast/toast-store';
import { reminderText } from './referral-texts';

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
      <CopyByHand text={refused} what="link" />
    </>
  );
}

/** Copies what reminds pending recruits to sign: the same link, with a word on what to do. */
export function CopyReminder({ link }: { readonly link: string }) {
  const { refused, copy } = useCopy();

  async function copyReminder(): Promise<void> {
    if (await copy(reminderText(link))) {
      showToast({
        title: 'Reminder Copied',
        description: 'Send it to whoever has not signed. They know who they are; we do not.',
      });
    }
  }

  return (
    <>
      <Button variant="link" size="sm" onClick={() => void copyReminder()}>
        Copy a reminder for them
      </Button>
      <CopyByHand text={refused} what="reminder" />
    </>
  );
}
