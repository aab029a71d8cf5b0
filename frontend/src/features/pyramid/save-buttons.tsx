import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';

/**
 * Saves the pyramid as a picture that the server draws. Its address is one that every browser can open, so that one that
 * saves no files, as a wallet's may not, shows the picture instead.
 */
export function SaveButtons({ wallet }: { readonly wallet: string }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <Button asChild className="max-sm:grow max-sm:px-3">
        <a href={`/pyramid/${wallet}.png`} download={`pyramid-${wallet}.png`}>
          <Download aria-hidden="true" />
          Save as PNG
        </a>
      </Button>
      <Button asChild variant="outline" className="max-sm:grow max-sm:px-3">
        <a href={`/pyramid/${wallet}.svg`} download={`pyramid-${wallet}.svg`}>
          <Download aria-hidden="true" />
          Save as SVG
        </a>
      </Button>
    </div>
  );
}
