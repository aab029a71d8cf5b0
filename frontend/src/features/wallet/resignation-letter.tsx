import { letterLink } from '@backend/shared/referral-link';
import { useCopy } from '@/components/copy';
import { NewTabLink } from '@/components/new-tab-link';
import { Button } from '@/components/ui/button';
import { letterPath } from '@/config/paths';
import { useSettings } from '@/config/settings';

/**
 * Lets a visitor who has disconnected read the letter of resignation, or copy its link, which includes the referral.
 */
export function ResignationLetter({ wallet }: { readonly wallet: string }) {
  const { publicOrigin } = useSettings();
  const { copied, copy, byHand } = useCopy('link');
  return (
    <>
      <Button asChild variant="link" size="sm">
        <NewTabLink href={letterPath(wallet)}>Read the letter</NewTabLink>
      </Button>
      <Button variant="link" size="sm" onClick={() => void copy(letterLink(publicOrigin, wallet))}>
        <span>{copied ? 'Copied' : 'Copy its link'}</span>
      </Button>
      {byHand}
    </>
  );
}
