export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 28" className={className} aria-hidden="true">
      <path d="M16 1 27.6 20H4.4Z" className="fill-gold" />
      <path d="M16 1 27.6 20H18.4Z" className="fill-gold-deep" />
      <path d="M9.6 14.4q6.4-6.8 12.8 0-6.4 6.8-12.8 0Z" className="fill-night" />
      <circle cx="16" cy="14.4" r="2.4" className="fill-gold-bright" />
      <path d="M3.4 22.2h25.2L31.4 27H.6Z" className="fill-sand" />
    </svg>
  );
}
