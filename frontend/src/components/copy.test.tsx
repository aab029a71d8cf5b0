import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyButton } from './copy';

test('if the clipboard never answers, the text is shown in a read-only field and selected', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  jest.spyOn(navigator.clipboard, 'writeText').mockReturnValue(new Promise(() => undefined));
  const onCopied = jest.fn();
  render(
    <CopyButton what="link" text="a link" onCopied={onCopied}>
      Copy
    </CopyButton>,
  );
  await user.click(screen.getByRole('button'));
  await act(() => jest.runOnlyPendingTimersAsync());
  const field = screen.getByRole<HTMLInputElement>('textbox');
  expect(field).toHaveValue('a link');
  expect(field).toHaveAttribute('readonly');
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'a link'.length]);
  expect(onCopied).not.toHaveBeenCalled();
});
