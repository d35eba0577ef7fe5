import { randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { nationalId, passportNo } from '../server/test/factories/identity.ts';

/* Shared by several journeys. */

/** A valid 身分證字號 that nobody has: the demo data uses other letters. */
export const uniqueNationalId = (): string => nationalId(randomInt(10_000_000), { letter: 'M' });

/** A passport number that nobody has. */
export const uniquePassportNo = (): string => passportNo(randomInt(100_000_000));

/** Fails when axe finds more than something minor on the page as it stands, or in that part of it alone. */
export const axe = async (page: Page, part = 'html'): Promise<void> => {
  // No page has frames; without this mode each look opens another page to gather what was found in them.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(part)
    .analyze();
  const grave = violations.filter(({ impact }) => impact !== 'minor');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};
