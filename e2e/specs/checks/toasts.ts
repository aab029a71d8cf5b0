import type { Page } from '@playwright/test';
import { TOASTS } from '../../../frontend/src/features/toast/toasts.js';
import { toasts } from '../../support/browser/steps.js';

export { TOASTS };

export async function toastShown(
  page: Page,
  { title, description }: (typeof TOASTS)[keyof typeof TOASTS],
): Promise<void> {
  for (const text of [title, description]) {
    await toasts(page).getByText(text, { exact: true }).waitFor();
  }
}
