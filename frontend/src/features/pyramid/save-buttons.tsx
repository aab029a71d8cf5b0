import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import type { Blueprint } from './blueprint';
import { Poster } from './poster';
import { posterFonts } from './poster-fonts';
import { download, pngOf, svgOf } from './save-picture';

interface SaveButtonsProps {
  readonly pyramid: Pyramid;
  readonly blueprint: Blueprint;
}

/** Saves the pyramid as a picture, stamped as the parody it is. */
export function SaveButtons({ pyramid, blueprint }: SaveButtonsProps) {
  const { publicOrigin } = useSettings();
  const [failed, setFailed] = useState(false);
  const site = publicOrigin.replace(/^https?:\/\//, '');
  const name = `pyramid-${pyramid.wallet}`;

  async function poster(): Promise<string> {
    const fonts = await posterFonts().catch((error: unknown) => {
      console.error('The picture has to do without its fonts', error);
      return '';
    });
    return svgOf(<Poster pyramid={pyramid} blueprint={blueprint} fonts={fonts} site={site} />);
  }

  async function savePng(): Promise<void> {
    setFailed(false);
    try {
      download(await pngOf(await poster()), `${name}.png`);
    } catch (error) {
      console.error('The picture could not be saved', error);
      setFailed(true);
    }
  }

  async function saveSvg(): Promise<void> {
    download(new Blob([await poster()], { type: 'image/svg+xml' }), `${name}.svg`);
  }

  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <Button className="max-sm:grow max-sm:px-3" onClick={() => void savePng()}>
        <Download aria-hidden="true" />
        Save as PNG
      </Button>
      <Button variant="outline" className="max-sm:grow max-sm:px-3" onClick={() => void saveSvg()}>
        <Download aria-hidden="true" />
        Save as SVG
      </Button>
      {failed ? (
        <p role="alert" className="text-[0.9375rem] text-ember">
          Your browser would not make a PNG. The SVG is the same picture, with fewer opinions.
        </p>
      ) : null}
    </div>
  );
}
