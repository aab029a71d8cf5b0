import portraits from '@/assets/portraits.svg';

/** `portrait` shifts the picture, which contains all portraits side by side. */
const STORIES = [
  {
    quote: 'I came for the passive income. The passive part started immediately.',
    name: 'Marguerite T.',
    role: 'Regional Vice-Apex',
    portrait: '',
  },
  {
    quote:
      'It says ‘pyramid scheme’ on every page. You do not get that level of disclosure from a bank.',
    name: 'Desmond O.',
    role: 'retired compliance officer',
    portrait: '-ml-[100%]',
  },
  {
    quote:
      'As a venture capitalist I need to believe the exit exists. They showed me a drawing of it. It was a door, painted on.',
    name: 'Chip van der Berg',
    role: 'General Partner, Second Mover Capital',
    portrait: '-ml-[200%]',
  },
];

export function SuccessStories() {
  return (
    <section
      aria-labelledby="stories-title"
      className="border-t border-line py-10 sm:py-20 lg:py-24"
    >
      <div className="page safe-x">
        <h2 id="stories-title" className="font-display text-heading">
          Success Stories
        </h2>
        <p className="mt-3 mb-6 text-stone sm:mb-8">
          All three are invented. We asked around for real ones and the room went quiet.
        </p>
      </div>
      <div
        role="region"
        aria-label="Certificates"
        tabIndex={0}
        className="snap-x snap-mandatory scroll-px-5 overflow-x-auto [scrollbar-width:none] sm:scroll-px-10"
      >
        <ul className="safe-x flex w-max gap-4 lg:page lg:grid lg:grid-cols-3 lg:gap-8">
          {STORIES.map(({ quote, name, role, portrait }) => (
            <li
              key={name}
              className="group w-[80vw] max-w-sm snap-start bg-sand p-2 text-ink lg:w-auto lg:max-w-none"
            >
              <figure className="relative flex h-full flex-col items-center border-4 border-double border-gold-deep p-5 text-center">
                <p className="font-display text-subheading">Certificate of Success</p>
                <div className="mt-4 w-32 overflow-hidden rounded-full border-4 border-double border-gold-deep">
                  <img
                    src={portraits}
                    alt=""
                    width="600"
                    height="200"
                    loading="lazy"
                    className={`w-[300%] max-w-none ${portrait}`}
                  />
                </div>
                <blockquote className="my-auto pt-4 font-display text-[1.625rem] leading-tight wrap-anywhere sm:text-3xl">
                  {`“${quote}”`}
                </blockquote>
                <figcaption className="pt-4 pb-14">
                  {name} <br />
                  {role}{' '}
                  <span className="absolute right-4 bottom-4 -rotate-12 border-2 border-ember-deep px-3 font-display text-3xl text-ember-deep touched:animate-stamp">
                    INVENTED
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
