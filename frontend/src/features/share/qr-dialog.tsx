import { X } from 'lucide-react';
import { useId } from 'react';
import { encode } from 'uqr';
import { Button } from '@/components/ui/button';
import { NewTabLink } from '@/components/new-tab-link';

interface QrDialogProps {
  readonly what: string;
  readonly link: string;
  readonly picture: { readonly name: string; readonly href: string };
  readonly onClose: () => void;
}

function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  // A click by keyboard may have the coordinates 0, 0.
  if (clientX === 0 && clientY === 0) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** `closedby="any"` would replace the listeners, but some supported browsers lack it. */
function show(dialog: HTMLDialogElement | null): void {
  if (!dialog) return;
  dialog.showModal();
  // A text selection that ends beside the dialog is a click there, too.
  let isPressedBeside = false;
  dialog.addEventListener('pointerdown', (event) => {
    isPressedBeside = isBeside(dialog, event);
  });
  dialog.addEventListener('click', (event) => {
    if (isPressedBeside && isBeside(dialog, event)) dialog.close();
  });
}

export function QrDialog({ what, link, picture, onClose }: QrDialogProps) {
  const titleId = useId();
  return (
    <dialog
      ref={show}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-env(safe-area-inset-top)-env(safe-area-inset-bottom)-2rem)] w-[min(100%-2rem,24rem)] overscroll-contain rounded-lg border border-line bg-dusk p-5 text-sand shadow-raised backdrop:bg-night/80 sm:p-6"
    >
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h2 id={titleId} className="font-display text-subheading">
          Recruit at Close Range
        </h2>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close"
          onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <QrDrawing what={what} link={link} />
      <p className="mt-4 text-sm break-all select-all">{link}</p>
      <p className="mt-3 text-[0.9375rem] text-stone">
        Any camera will do. It leads to a parody, where nothing is for sale.
      </p>
      <Button asChild variant="link" size="sm">
        <NewTabLink href={picture.href}>{`${picture.name}, as they will see it`}</NewTabLink>
      </Button>
    </dialog>
  );
}

/** Width of the quiet zone around a code, in modules. */
const QUIET_ZONE = 4;

function QrDrawing({ what, link }: Pick<QrDialogProps, 'what' | 'link'>) {
  const { data, size } = encode(link, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of ${what}`}
      shapeRendering="crispEdges"
      className="mx-auto mt-3 w-full max-w-[62svh] rounded-md"
    >
      <rect width={size} height={size} className="fill-sand" />
      <path d={squares(data)} className="fill-ink" />
    </svg>
  );
}

function squares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
