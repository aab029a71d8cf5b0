import { CeoPortrait } from '@/components/art/ceo-portrait';

/** The fictional chief executive, with portrait. */
export function CeoHeader() {
  return (
    <div className="page safe-x grid items-center gap-10 pt-8 pb-14 sm:pb-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-14">
      <div>
        <h1 className="font-display text-hero">CHEOPS</h1>
        <p className="mt-4 max-w-[14em] font-display text-subheading text-gold-bright sm:text-3xl">
          Chief Hype &amp; Executive Officer, Pyramid Strategy
        </p>
        <div className="mt-6 max-w-text space-y-4">
          <p className="text-xl leading-snug">
            The first chief executive to be made entirely of confidence intervals, all of them
            pointing up.
          </p>
          <p className="text-stone">
            CHEOPS was appointed by unanimous vote of CHEOPS. It works around the clock, has never
            taken a salary, and has never been asked to explain a number, since it only publishes
            shapes. Employees describe its management style as overhead lighting.
          </p>
        </div>
      </div>
      <figure className="mx-auto w-full max-w-sm lg:max-w-none">
        <CeoPortrait className="w-full rounded-lg border border-line bg-dusk shadow-raised" />
        <figcaption className="mt-3 text-sm text-stone">
          The chief executive at its desk. Both were rendered for the occasion.
        </figcaption>
      </figure>
    </div>
  );
}
