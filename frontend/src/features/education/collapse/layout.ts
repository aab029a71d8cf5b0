export const BESIDE =
  'grid items-start gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14 *:first:lg:order-last';

export const PICTURE = 'block aspect-square w-full sm:aspect-[16/10]';

/** On a phone, this shape leaves room for the slider and the button. */
export const PLAN = 'block aspect-[2/1] w-full sm:aspect-[16/10]';
