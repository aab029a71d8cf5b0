import type { Page } from 'playwright-core';
import type { PhantomAnswer, PhantomControl } from '../fake-phantom/phantom-control.js';

export class PhantomRemote {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  prompts(): Promise<PhantomControl['prompts']> {
    return this.#page.evaluate(() => window.phantomControl?.prompts ?? []);
  }

  silentConnects(): Promise<number> {
    return this.#page.evaluate(() => window.phantomControl?.silentConnects ?? 0);
  }

  trapped(): Promise<readonly string[]> {
    return this.#page.evaluate(() => window.phantomControl?.trapped ?? []);
  }

  async willAnswer(answer: PhantomAnswer): Promise<void> {
    await this.#page.evaluate((next) => {
      if (window.phantomControl) window.phantomControl.answer = next;
    }, answer);
  }

  async settle(approved: boolean): Promise<void> {
    await this.#page.evaluate((yes) => window.phantomControl?.settle(yes), approved);
  }

  async switchAccount(index: number): Promise<void> {
    await this.#page.evaluate((next) => window.phantomControl?.switchAccount(next), index);
  }

  async distrust(): Promise<void> {
    await this.#page.evaluate(() => window.phantomControl?.distrust());
  }
}
