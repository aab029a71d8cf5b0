import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorBoundary } from './error-boundary';

test('a part that fails is replaced, its neighbour stays, and a retry shows the part', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  function Card() {
    if (broken) throw new TypeError('no such card');
    return <p>The card</p>;
  }
  render(
    <>
      <ErrorBoundary fallback={(retry) => <button onClick={retry}>Try Again</button>}>
        <Card />
      </ErrorBoundary>
      <p>Its neighbour</p>
    </>,
  );
  expect(screen.getByText('Its neighbour')).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.getByText('The card')).toBeVisible();
  expect(logged).toHaveBeenCalled();
});
