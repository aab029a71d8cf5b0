import { cx } from 'class-variance-authority';

export function PyramidSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Raising the pyramid</span>
      <StakedOut className="animate-breathe" />
    </div>
  );
}

export function StakedOut({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 1220 760"
      aria-hidden="true"
      className={cx(
        'block aspect-[1220/760] max-h-[66svh] w-full rounded-lg border border-line bg-dusk',
        className,
      )}
    >
      <path
        d="M610 60 1110 700H110Z"
        fill="none"
        strokeWidth="3"
        strokeDasharray="14 12"
        className="stroke-stone"
      />
      <path d="M0 701h1220" strokeWidth="2" className="stroke-line" />
    </svg>
  );
}
