import { Check, Copy } from 'lucide-react';
import { CopyByHand, useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { showToast } from '@/features/toast/toast-store';
import { reminderText } from './referral-texts';

interface CopyProps {
  readonly link: string;
}

/** Copies the visitor's referral link, or shows it for copying by hand where the clipboard refuses. */
export function CopyReferralLink({ link }: CopyProps) {
  const { copied, refused, copy } = useCopyWithToast(
    'Referral Link Copied!',
    'Share this link to recruit others and earn points!',
  );
  return (
    <>
      <Button className="w-full max-xs:px-3! max-xs:text-[0.9375rem]" onClick={() => copy(link)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>Copy Your Referral Link</span>
      </Button>
      <CopyByHand text={refused} what="link" />
    </>
  );
}

/** Copies what reminds pending recruits to sign: the same link, with a word on what to do. */
export function CopyReminder({ link }: CopyProps) {
  const { refused, copy } = useCopyWithToast(
    'Reminder Copied',
    'Send it to whoever has not signed. They know who they are; we do not.',
  );
  return (
    <>
      <Button variant="link" size="sm" onClick={() => copy(reminderText(link))}>
        Copy a reminder for them
      </Button>
      <CopyByHand text={refused} what="reminder" />
    </>
  );
}

function useCopyWithToast(title: string, description: string) {
  const { copy, ...state } = useCopy();
  const copyAndSay = async (text: string) => {
    if (await copy(text)) showToast({ title, description });
  };
  return { ...state, copy: (text: string) => void copyAndSay(text) };
}
