import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { nationalId, passportNo } from '../server/test/factories/identity.ts';

/* Shared by several journeys. */

/** A valid 身分證字號 that nobody has: the demo data uses other letters. */
export const uniqueNationalId = (): string => nationalId(randomInt(10_000_000), { letter: 'M' });

/** A passport number that nobody has. */
export const uniquePassportNo = (): string => passportNo(randomInt(100_000_000));

// As the package for Playwright would load it.
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The violations in `part` of the page; only the first look at a document loads axe into it. */
const findViolations = async (page: Page, part: string): Promise<Finding[]> => {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (selector) => {
    // What fades in has less contrast on its way.
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { axe } = window as unknown as {
      axe: { run(context: string, options: object): Promise<{ violations: Finding[] }> };
    };
    const { violations } = await axe.run(selector, {
      resultTypes: ['violations'],
      // Without the styles, which no rule in force reads, and the selectors of findings, which nobody reads.
      preload: { assets: ['media'] },
      selectors: false,
    });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => ({ html })),
    }));
  }, part);
};

/** Fails when axe finds more than something minor on the page as it stands, or in that part of it alone. */
export const axe = async (page: Page, part = 'html'): Promise<void> => {
  const grave = (await findViolations(page, part)).filter(({ impact }) => impact !== 'minor');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};
