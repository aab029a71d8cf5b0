/** What a visitor does who would have a part of the page do something. */
const SIGNS_OF_INTENT = ['click', 'keydown'];

/** Does what needs code from the server; as often as that cannot be had, again when the visitor next does something. */
export async function insist(attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    console.error('A part of the page stays as it was sent', error);
    await intent();
    await insist(attempt);
  }
}

function intent(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const sign of SIGNS_OF_INTENT) {
      addEventListener(sign, resolve, { capture: true, once: true });
    }
  });
}
