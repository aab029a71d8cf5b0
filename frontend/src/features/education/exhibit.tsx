interface ExhibitProps {
  /** Address of a drawing, 440 by 400, and of what lies over it. */
  readonly picture: string;
  readonly cover: string;
  /** How the cover withdraws. */
  readonly away:
    'touched:-translate-y-2/5' | 'touched:translate-y-full' | 'touched:translate-x-full';
}

/** What a lesson is about, as presented; a pointer or a finger has the cover withdraw. Stands under the title where there is room. */
export function Exhibit({ picture, cover, away }: ExhibitProps) {
  return (
    <div className="group relative mb-6 max-w-sm overflow-hidden rounded-lg border border-line bg-dusk lg:absolute lg:top-48 lg:right-full lg:mr-14 lg:w-1/2">
      <img src={picture} alt="" width="440" height="400" loading="lazy" className="w-full" />
      <img
        src={cover}
        alt=""
        loading="lazy"
        className={`absolute inset-0 w-full transition duration-700 ${away}`}
      />
    </div>
  );
}
