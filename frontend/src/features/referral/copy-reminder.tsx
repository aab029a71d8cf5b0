import { CopyByHand } from '@/components/copy-by-hand';
import { Button } from '@/components/ui/button';
import { showToast } from '@/features/toast/toast-store';
import { useCopy } from '@/lib/use-copy';
import { reminderText } from './referral-texts';

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
      {refused === null ? null : <CopyByHand text={refused} what="reminder" />}
    </>
  );
}
