import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { CopyButton } from './copy';

const LINK = 'https://pyramidion.example/?ref=So11111111111111111111111111111111111111112';

const onCopied = jest.fn();

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
  onCopied.mockClear();
  render(
    <CopyButton what="link" text={LINK} onCopied={onCopied}>
      Copy Your Referral Link
    </CopyButton>,
  );
});

function copyButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Copy Your Referral Link' });
}

function clipboardWrites() {
  return jest.spyOn(navigator.clipboard, 'writeText');
}

describe('a button that copies', () => {
  test('copies the text and keeps its label', async () => {
    const writes = clipboardWrites().mockResolvedValue();
    await user.click(copyButton());
    expect(writes).toHaveBeenCalledWith(LINK);
    expect(onCopied).toHaveBeenCalledTimes(1);
    expect(copyButton()).toBeVisible();
  });

  test('shows the text in a selectable field when the clipboard refuses', async () => {
    clipboardWrites().mockRejectedValue(new Error('not allowed'));
    await user.click(copyButton());
    const field = await screen.findByRole('textbox');
    expect(field).toHaveValue(LINK);
    expect(field).toHaveAttribute('readonly');
    expect(onCopied).not.toHaveBeenCalled();
  });

  test('shows the text in a field, selected, when the clipboard never answers', async () => {
    clipboardWrites().mockReturnValue(new Promise(() => undefined));
    await user.click(copyButton());
    const field = await screen.findByRole<HTMLInputElement>('textbox');
    expect(field).toHaveValue(LINK);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
  });
});
