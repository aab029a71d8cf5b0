import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { TOASTS } from '@/features/toast/toasts';
import { useToast, type Toast } from '@/features/toast/use-toast';
import { reminderText } from './referral-texts';

/** Copies the visitor's referral link, or shows it for manual copying if the clipboard fails. */
export function CopyReferralLink({ link }: { readonly link: string }) {
  const { copied, copy, byHand } = useCopyWithToast('link', TOASTS.copied);
  return (
    <>
      <Button className="w-full max-xs:px-3! max-xs:text-[0.9375rem]" onClick={() => copy(link)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>Copy Your Referral Link</span>
      </Button>
      {byHand}
    </>
  );
}

/** Copies a reminder for pending recruits: the link with a sentence on how to sign. */
export function CopyReminder({ link }: { readonly link: string }) {
  const { copy, byHand } = useCopyWithToast('reminder', {
    title: 'Reminder Copied',
    description: 'Send it to whoever has not signed. They know who they are; we do not.',
  });
  return (
    <>
      <Button variant="link" size="sm" onClick={() => copy(reminderText(link))}>
        Copy a reminder
      </Button>
      {byHand}
    </>
  );
}

function useCopyWithToast(what: string, shownToast: Toast) {
  const { copy, ...shown } = useCopy(what);
  const toast = useToast();
  const copyAndSay = async (text: string) => {
    if (await copy(text)) toast.show(shownToast);
  };
  return { ...shown, copy: (text: string) => void copyAndSay(text) };
}
