/** Says what this site is, always in view. */
export function ParodyBanner() {
  return (
    <aside
      aria-label="Parody notice"
      className="safe-x sticky top-0 z-40 border-b border-line bg-dusk pt-[env(safe-area-inset-top)] text-center text-[0.8125rem] leading-snug text-sand"
    >
      <p className="py-2">
        <strong className="font-semibold text-gold-bright">This is a parody.</strong> Nothing is for
        sale. We never ask for a transaction, an approval, a seed phrase or money.
      </p>
    </aside>
  );
}
