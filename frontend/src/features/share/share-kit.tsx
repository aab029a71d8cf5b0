import { QrCode, Share2 } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { lazyComponent } from '@/components/lazy-component';
import { watchOpening } from '@/features/toast/watch-opening';
import { canShareByPhone, shareByPhone, shareOnTelegram, shareOnX } from './ways-to-share';

const QrDialog = lazyComponent(async () => (await import('./qr-dialog')).QrDialog);

interface ShareKitProps {
  /** The referral link. */
  readonly link: string;
  /** Address of the card that the link unfolds into. */
  readonly card: string;
}

/** The ways to hand on a referral link besides copying it. */
export function ShareKit({ link, card }: ShareKitProps) {
  const [showsQr, setShowsQr] = useState(false);
  return (
    <>
      <ul aria-label="Share your referral link" className="mt-3 flex flex-wrap gap-2">
        <Way>
          <Button
            variant="secondary"
            size="sm"
            className="w-full px-2!"
            aria-haspopup="dialog"
            onClick={() => setShowsQr(true)}
          >
            <QrCode aria-hidden="true" />
            QR
            <span className="sr-only">code</span>
          </Button>
        </Way>
        {canShareByPhone() ? (
          <Way>
            <Button
              variant="secondary"
              size="sm"
              className="w-full px-2!"
              onClick={() => void shareByPhone(link)}
            >
              <Share2 aria-hidden="true" />
              Share
            </Button>
          </Way>
        ) : null}
        <WayOut href={shareOnX(link)}>X</WayOut>
        <WayOut href={shareOnTelegram(link)}>Telegram</WayOut>
      </ul>
      {showsQr ? (
        <Suspense>
          <QrDialog link={link} card={card} onClose={() => setShowsQr(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Way({ children }: { readonly children: ReactNode }) {
  return <li className="grow">{children}</li>;
}

function WayOut({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Way>
      <Button asChild variant="secondary" size="sm" className="w-full px-2!">
        <a href={href} target="_blank" rel="noopener" onClick={watchOpening}>
          <span className="sr-only">Share on</span>
          {children}
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </Button>
    </Way>
  );
}
