import portrait from '@/assets/ceo.svg?inline';

export function Letter({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <section
      aria-label="Letter to the shareholders"
      className="rounded-lg border border-gold-deep p-6 shadow-raised sm:p-10"
    >
      <p className="font-display text-subheading text-gold-bright">Dear Shareholders,</p>
      <p className="mt-4 font-display text-2xl leading-snug sm:text-3xl sm:leading-snug">
        {sentences.join(' ')}
      </p>
      <p className="mt-6 flex items-center gap-4">
        <img
          src={portrait}
          alt=""
          width="400"
          height="440"
          className="h-16 w-auto rounded-md border border-line"
        />
        <span>
          <span className="block font-display text-2xl">CHEOPS</span>
          <span className="block text-sm text-stone">
            Chief Hype &amp; Executive Officer, Pyramid Strategy
          </span>
        </span>
      </p>
    </section>
  );
}
