import type { Locator, Page } from '@playwright/test';

/**
 * Counts presses as a person would: a click, a key with its modifiers, and the filling of a field, whatever is typed into
 * it.
 */
export class Presses {
  private readonly page: Page;
  count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async key(chord: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(chord);
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  /** Types into the field that has the focus, and leaves it by the key. */
  async enter(text: string, leave: 'Enter' | 'Tab'): Promise<void> {
    this.count += 1;
    await this.page.keyboard.type(text);
    await this.page.keyboard.press(leave);
  }

  async type(text: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.type(text);
  }

  async choose(field: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.count += 1;
    await field.setInputFiles(file);
  }
}
