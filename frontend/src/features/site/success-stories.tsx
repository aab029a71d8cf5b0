import { Section } from '@/components/section';

const STORIES = [
  {
    quote: 'I came for the passive income. The passive part started immediately.',
    name: 'Marguerite T.',
    role: 'Regional Vice-Apex',
  },
  {
    quote:
      'It says ‘pyramid scheme’ on every page. You do not get that level of disclosure from a bank.',
    name: 'Desmond O.',
    role: 'retired compliance officer',
  },
  {
    quote:
      'As a venture capitalist I need to believe the exit exists. They showed me a drawing of it. It was a door, painted on.',
    name: 'Chip van der Berg',
    role: 'General Partner, Second Mover Capital',
  },
];

/** Three people who do not exist. */
export function SuccessStories() {
  return (
    <Section
      title="Success Stories"
      lede="All three are invented. We asked around for real ones and the room went quiet."
    >
      <ul>
        {STORIES.map(({ quote, name, role }) => (
          <li key={name} className="border-b border-line py-8 first:pt-0 last:border-0 last:pb-0">
            <figure>
              <blockquote className="font-display text-[1.75rem] leading-[1.15] sm:text-4xl">
                “{quote}”
              </blockquote>
              <figcaption className="mt-4 text-stone">
                {name}, {role} (invented)
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
