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

// Resolves the same file as the package for Playwright.
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Report {
  readonly violations: readonly Finding[];
  readonly passed: readonly string[];
}

/** The parts of axe that are used here. */
interface Axe {
  run(context: string, options: object): Promise<{ violations: Finding[] }>;
  _audit: {
    rules: { id: string; matches(node: Element, ...rest: unknown[]): boolean }[];
    checks: Record<string, { evaluate(node: Element, ...rest: unknown[]): boolean | undefined }>;
  };
}

interface Contrast {
  /** The looks of texts whose contrast is enough. */
  readonly passed: Set<string>;
  /** Styles may have changed since the last run. */
  forgetStyles(): void;
}

/** Runs in the page: lets axe compute the contrast only once for all texts that look alike. */
const computeContrastOnce = (passed: readonly string[]) => {
  const { axe, contrast } = window as unknown as { axe: Axe; contrast: Contrast };
  for (const looks of passed) contrast?.passed.add(looks);
  if (contrast) return contrast.forgetStyles();

  const grounds = new Map<Element, string>();
  /** The backgrounds of an element and of those around it. */
  const groundOf = (element: Element | null): string => {
    if (!element) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, position].join(' ');
    const around = groundOf(element.parentElement);
    const all = /^rgba\(0, 0, 0, 0\) none 1 (static|relative)$/.test(own) ? around : `${around} > ${own}`;
    grounds.set(element, all);
    return all;
  };
  const looksOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, groundOf(element)].join(' ');
  };

  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast');
  const check = axe._audit.checks['color-contrast'];
  if (!rule || !check) throw new Error('axe has no rule about contrast any more');
  const { matches } = rule;
  const { evaluate } = check;
  const all = new Set(passed);
  rule.matches = function (node, ...rest) {
    return !all.has(looksOf(node)) && matches.call(this, node, ...rest);
  };
  check.evaluate = function (node, ...rest) {
    const looks = looksOf(node);
    if (all.has(looks)) return true;
    const answer = evaluate.call(this, node, ...rest);
    if (answer === true) all.add(looks);
    return answer;
  };
  Object.assign(window, { contrast: { passed: all, forgetStyles: () => grounds.clear() } });
};

/** Runs in the page. */
const runAxe = async (part: string): Promise<Report> => {
  // An element that fades in has less contrast until it is fully shown.
  const ending = document.getAnimations().filter(({ effect, playState }) => {
    return playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
  });
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { axe, contrast } = window as unknown as { axe: Axe; contrast: Contrast };
  const { violations } = await axe.run(part, {
    // A letter in a frame is another document, without scripts: axe cannot ask it.
    iframes: false,
    resultTypes: ['violations'],
    // Leaves out style sheets, which no active rule reads, and the selectors of findings, which nobody reads.
    preload: { assets: ['media'] },
    selectors: false,
  });
  return {
    violations: violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => ({ html })),
    })),
    passed: [...contrast.passed],
  };
};

/**
 * The looks of texts that this worker has seen with enough contrast: colour, size, and the backgrounds behind. Most texts
 * look like others before them, and computing their contrast takes three quarters of axe's time.
 */
const seen = new Set<string>();

/** The violations in `part` of the page; only the first look at a document loads axe into it. */
const findViolations = async (page: Page, part: string): Promise<readonly Finding[]> => {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  await page.evaluate(computeContrastOnce, [...seen]);
  const { violations, passed } = await page.evaluate(runAxe, part);
  for (const looks of passed) seen.add(looks);
  return violations;
};

/** Fails when axe finds more than something minor on the page as it stands, or in that part of it alone. */
export const axe = async (page: Page, part = 'html'): Promise<void> => {
  const grave = (await findViolations(page, part)).filter(({ impact }) => impact !== 'minor');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

/**
 * While the code of the next page is loading, the former page stays, and a link of the same name on it could be pressed
 * instead: every act and every expectation waits.
 */
export const waitForNavigations = (page: Page) =>
  page.addLocatorHandler(page.locator('main[aria-busy="true"]'), async () => {});
