import { QrCode, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { lazyPart } from '@/components/lazy-part';
import { NewTabLink } from '@/components/new-tab-link';
import { useToast } from '@/features/toast/use-toast';

const QrDialog = lazyPart(async () => (await import('./qr-dialog')).QrDialog);

const SHARE_TITLE = 'Pyramidion (parody)';

const SHARE_TEXT =
  'I am required to recruit you into a pyramid scheme. It is a parody, it says so on every page, and nothing is for sale.';

/** Errors of `navigator.share` if the visitor closes the share sheet, and if the sheet is open already. */
const NO_FAILURES = ['AbortError', 'InvalidStateError'];

interface ShareKitProps {
  readonly what: 'your referral link' | 'this pyramid' | 'this report';
  readonly text?: string;
  readonly link: string;
  readonly picture: { readonly name: string; readonly href: string };
}

export function ShareKit({ what, text = SHARE_TEXT, link, picture }: ShareKitProps) {
  const [showsQr, setShowsQr] = useState(false);
  const toast = useToast();

  async function share(): Promise<void> {
    try {
      await navigator.share({ title: SHARE_TITLE, text, url: link });
    } catch (error) {
      if (error instanceof DOMException && NO_FAILURES.includes(error.name)) return;
      console.error('The link was not shared', error);
      toast.show({
        title: 'Not shared',
        description: 'Your device declined, on good advice. The link can still be copied.',
      });
    }
  }

  return (
    <>
      <ul aria-label={`Share ${what}`} className="mt-3 flex flex-wrap gap-2">
        <Way aria-haspopup="dialog" onClick={() => setShowsQr(true)}>
          <QrCode aria-hidden="true" />
          QR
          <span className="sr-only">code</span>
        </Way>
        {'share' in navigator ? (
          <Way onClick={() => void share()}>
            <Share2 aria-hidden="true" />
            Share
          </Way>
        ) : null}
        <ShareLink to="https://x.com/intent/post" text={text} link={link}>
          X
        </ShareLink>
        <ShareLink to="https://t.me/share/url" text={text} link={link}>
          Telegram
        </ShareLink>
      </ul>
      {showsQr ? (
        <Suspense>
          <QrDialog what={what} link={link} picture={picture} onClose={() => setShowsQr(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Way(props: ButtonProps) {
  return (
    <li className="grow">
      <Button {...props} variant="secondary" size="sm" className="w-full px-2!" />
    </li>
  );
}

interface ShareLinkProps {
  readonly to: string;
  readonly text: string;
  readonly link: string;
  readonly children: string;
}

function ShareLink({ to, text, link, children }: ShareLinkProps) {
  // Telegram does not decode a plus as a space.
  const query = new URLSearchParams({ text, url: link }).toString();
  return (
    <Way asChild>
      <NewTabLink href={`${to}?${query.replaceAll('+', '%20')}`}>
        <span className="sr-only">Share on</span>
        {children}
      </NewTabLink>
    </Way>
  );
}
