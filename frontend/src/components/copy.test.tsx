import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { TOASTS } from '@/features/toast/toasts';
import { ToastProvider } from '@/features/toast/use-toast';
import { CopyReferralLink } from './copy-referral-link';

const LINK = 'https://pyramidion.example/?ref=So11111111111111111111111111111111111111112';

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
  render(
    <ToastProvider>
      <CopyReferralLink link={LINK} />
    </ToastProvider>,
  );
});

function copyButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Copy Your Referral Link' });
}

function clipboardWrites() {
  return jest.spyOn(navigator.clipboard, 'writeText');
}

describe('Copy Your Referral Link', () => {
  test('copies the link and says so in a toast', async () => {
    const writes = clipboardWrites().mockResolvedValue();
    await user.click(copyButton());
    expect(writes).toHaveBeenCalledWith(LINK);
    expect(await screen.findByText(TOASTS.copied.title)).toBeVisible();
  });

  test('shows the link in a selectable field when the clipboard refuses', async () => {
    clipboardWrites().mockRejectedValue(new Error('not allowed'));
    await user.click(copyButton());
    const field = await screen.findByRole('textbox');
    expect(field).toHaveValue(LINK);
    expect(field).toHaveAttribute('readonly');
  });

  test('shows the link in a field, selected, when the clipboard never answers', async () => {
    clipboardWrites().mockReturnValue(new Promise(() => undefined));
    await user.click(copyButton());
    const field = await screen.findByRole<HTMLInputElement>('textbox');
    expect(field).toHaveValue(LINK);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
  });
});
