import { expect, type Locator, type Page } from '@playwright/test';

/* The portal for somebody who uses no mouse. */

interface Stop {
  /** The fault of the current focus for a keyboard user; null if there is none. */
  readonly fault: string | null;
  readonly isTarget: boolean;
  /** The page has drawn the target anew, and `isTarget` says nothing. */
  readonly isOutdated: boolean;
}

/** Runs in the page. */
const lookAtFocus = (target: Element): Stop => {
  const focused = document.activeElement;
  const stop = { isTarget: target === focused, isOutdated: !target.isConnected };
  if (!focused || focused === document.body) return { ...stop, fault: null };
  const look = getComputedStyle(focused);
  const isMarked =
    (look.outlineStyle !== 'none' && Number.parseFloat(look.outlineWidth) > 0) ||
    focused.matches('[role="spinbutton"], [tabindex="-1"]');
  const { x, y, width, height } = focused.getBoundingClientRect();
  const top = document.elementFromPoint(x + Math.min(width / 2, 20), y + Math.min(height / 2, 20));
  const isCovered = top === null || !(focused.contains(top) || top.contains(focused) || top.closest('label'));
  if (isMarked && !isCovered) return { ...stop, fault: null };
  return {
    ...stop,
    fault: `${isMarked ? 'covered' : 'not marked'}: ${focused.outerHTML.slice(0, 200)}`,
  };
};

const find = async (target: Locator) => {
  const found = await target.elementHandle();
  if (!found) throw new Error(`${target} is not on the page`);
  return found;
};

/** Goes by the Tab key until `target` has the focus; every stop on the way must be seen. */
export const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible();
  // Looking for an element by its role costs more than a press of the key.
  let element = await find(target);
  if (await element.evaluate((found) => found === document.activeElement)) return;
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    let stop = await element.evaluate(lookAtFocus);
    if (stop.isOutdated) {
      element = await find(target);
      stop = await element.evaluate(lookAtFocus);
    }
    expect(stop.fault).toBeNull();
    if (stop.isTarget) return;
  }
  await expect(target).toBeFocused();
};

/** Chooses `value` in a list, reached by Tab, by the arrow keys. */
export const chooseByArrows = async (page: Page, select: Locator, value: string) => {
  await tabTo(page, select);
  for (let steps = 0; steps < 40; steps += 1) {
    const before = await select.inputValue();
    if (before === value) return;
    await page.keyboard.press('ArrowDown');
    // A list that is kept in the address shows the new value only once the address has changed.
    await expect(select).not.toHaveValue(before);
  }
  await expect(select).toHaveValue(value);
};

/** Goes to `target` by Tab and presses it. */
export const press = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Goes to `target` by Tab and types. */
export const typeInto = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};
