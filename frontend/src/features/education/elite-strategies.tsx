import car from '@/assets/car.svg';
import behindCar from '@/assets/car-behind.svg';
import { Exhibit } from './exhibit';

const STRATEGIES = [
  {
    title: 'Be early',
    text: 'The best entry point was the reign of Khufu. Anyone who tells you it is now is reading from the deck.',
  },
  {
    title: 'Ask who pays',
    text: 'If the answer is whoever joins next, you are the answer until they do.',
  },
  {
    title: 'Ask for a customer',
    text: 'One person who bought the thing, wanted it, and was never offered a position. Allow the speaker time.',
  },
  {
    title: 'Never say “pyramid”',
    text: 'Say “three-sided marketplace”. If asked about the third side, say “ecosystem”. If asked again, schedule a call.',
  },
  {
    title: 'Post the wins',
    text: 'Photograph a rented car from the angle at which it is not rented.',
  },
  {
    title: 'Sleep on it',
    text: 'An offer that cannot survive until Tuesday was never going to survive until you are rich.',
  },
  {
    title: 'Close this tab',
    text: 'Our best-performing cohort by some distance. They kept everything and were home by dinner.',
  },
];

export function EliteStrategies() {
  return (
    <>
      <Exhibit picture={behindCar} cover={car} away="touched:translate-x-full" />
      <ol className="space-y-6">
        {STRATEGIES.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span aria-hidden="true" className="font-display text-3xl leading-none text-gold">
              {index + 1}
            </span>
            <div>
              <h3 className="font-medium">{title}</h3>
              <p className="mt-1 max-w-text text-stone">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
