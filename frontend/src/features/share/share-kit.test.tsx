import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from '@/features/toast/use-toast';
import { ShareKit } from './share-kit';

const LINK = 'https://pyramidion.example/?ref=So11111111111111111111111111111111111111112';

function renderKit(): void {
  render(
    <ToastProvider>
      <ShareKit
        what="your referral link"
        link={LINK}
        picture={{ name: 'Your certificate', href: '/card/a.png' }}
      />
    </ToastProvider>,
  );
}

function handedOver(name: RegExp): [text: string | null, url: string | null] {
  const link = screen.getByRole('link', { name });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener');
  const { searchParams } = new URL(link.getAttribute('href') ?? '');
  return [searchParams.get('text'), searchParams.get('url')];
}

describe('the share kit', () => {
  test.each([/Share on X/, /Share on Telegram/])(
    'passes the link, and a text with the word parody, to a new tab: %s',
    (name) => {
      renderKit();
      const [text, url] = handedOver(name);
      expect(url).toBe(LINK);
      expect(text).toContain('parody');
      expect(text).not.toContain('+');
    },
  );

  test('has no Share button if the browser has no share sheet', () => {
    renderKit();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});

describe('the Share button', () => {
  const share = jest.fn<typeof navigator.share>();

  beforeEach(() => {
    share.mockReset();
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    jest.spyOn(console, 'error').mockReturnValue();
  });

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    jest.restoreAllMocks();
  });

  async function pressShare(): Promise<void> {
    renderKit();
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  }

  test('passes the link, and a text with the word parody, to the share sheet', async () => {
    share.mockResolvedValue();
    await pressShare();
    expect(share).toHaveBeenCalledWith(
      expect.objectContaining({ url: LINK, text: expect.stringContaining('parody') }),
    );
  });

  test.each([
    ['after the visitor closes the share sheet', 'AbortError'],
    ['after a second tap while the share sheet is open', 'InvalidStateError'],
  ])('does not say “Not shared” %s', async (_, name) => {
    share.mockRejectedValue(new DOMException('', name));
    await pressShare();
    expect(screen.queryByText('Not shared')).toBeNull();
  });

  test('shows a message if the share sheet does not open', async () => {
    share.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await pressShare();
    expect(await screen.findByText('Not shared')).toBeVisible();
    // Skips Radix's announcement for screen readers, which contains the same text.
    expect(screen.getByText(/can still be copied/, { ignore: '[role=status]' })).toBeVisible();
  });
});
