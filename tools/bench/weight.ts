import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { medianOf } from './measure.ts';
import { budgets, codeOf, type Fetched, sumOf } from './page-weight.ts';
import { executablePath, openPortal, type Portal, quiet, signIn } from './portal.ts';

/* Weighs the built pages and lets Lighthouse look at them, against a portal of its own with the demo data. */

const RUNS = 5;
/** A look that lost more of the machine's time than this to its neighbours is taken again. */
const MOST_STOLEN = 0.02;
const TRIES = 20;

const pages = [
  { name: 'home', path: '/' },
  { name: 'class list', path: '/ClassInfo' },
  { name: 'class detail', path: '/ClassInfo/TPE-FA1-001' },
] as const;

const floors = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof floors;
const categories = Object.keys(floors) as Category[];

const weigh = async ({ url }: Portal): Promise<Map<string, Fetched[]>> => {
  const browser = await chromium.launch({ executablePath, args: quiet });
  try {
    const weights = new Map<string, Fetched[]>();
    for (const { name, path: door, staff } of budgets) {
      // A context of its own has an empty cache.
      const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
      if (staff !== null) await signIn(context, url, staff);
      weights.set(name, await codeOf(await context.newPage(), door));
      await context.close();
    }
    return weights;
  } finally {
    await browser.close();
  }
};

interface Look {
  readonly scores: Readonly<Record<Category, number>>;
  /** The audits that lowered a score. */
  readonly faults: readonly string[];
  readonly metrics: string;
}

const shown = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** One look, by a browser of its own, so that nothing is cached. */
const look = async (url: string): Promise<Look> => {
  const chrome = await launch({ chromePath: executablePath, chromeFlags: ['--headless=new', ...quiet] });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: categories,
      logLevel: 'error',
    });
    if (!result) throw new Error(`no result for ${url}`);
    const { categories: found, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const score = (category: Category) => Math.round((found[category]?.score ?? 0) * 100);
    return {
      scores: Object.fromEntries(categories.map((category) => [category, score(category)])) as Look['scores'],
      faults: categories.flatMap((category) =>
        (found[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
          .map(({ id }) => `${category}: ${id} (${audits[id]?.displayValue ?? audits[id]?.score})`),
      ),
      metrics: shown.map((id) => audits[id]?.displayValue ?? '?').join(' · '),
    };
  } finally {
    chrome.kill();
  }
};

/** [all, stolen] processor time since the machine started, in ticks (proc_stat(5)); nothing is stolen where nobody counts. */
const processorTime = async (): Promise<readonly [number, number]> => {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '');
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    stat.split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  return [user + nice + system + idle + iowait + irq + softirq + steal, steal];
};

/** {@link RUNS} looks that had the machine to themselves; a score says nothing of the page when somebody else's work stopped it. */
const looksAt = async (name: string, url: string): Promise<Look[]> => {
  const looks: Look[] = [];
  for (let tries = 0; looks.length < RUNS; tries++) {
    if (tries === TRIES) throw new Error('this machine has no time of its own: measure later');
    const [before, stolenBefore] = await processorTime();
    const seen = await look(url);
    const [after, stolenAfter] = await processorTime();
    const stolen = (stolenAfter - stolenBefore) / Math.max(1, after - before);
    const counts = stolen <= MOST_STOLEN;
    const share = `${(stolen * 100).toFixed(1)} % stolen${counts ? '' : ', taken again'}`;
    console.log(`${name}: ${JSON.stringify(seen.scores)} ${seen.metrics} ${share} ${seen.faults.join('; ')}`);
    if (counts) looks.push(seen);
  }
  return looks;
};

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly floor: string;
  readonly holds: boolean;
}

const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const weightRows = (weights: ReadonlyMap<string, Fetched[]>): Row[] =>
  budgets.map(({ name, most }) => {
    const sum = sumOf(weights.get(name) ?? []);
    return {
      what: `${name}: JavaScript and CSS, brotli`,
      figure: kilo(sum),
      floor: `≤ ${kilo(most)}`,
      holds: sum <= most,
    };
  });

const scoreRows = (name: string, looks: readonly Look[]): Row[] =>
  categories.map((category) => {
    const all = looks.map(({ scores }) => scores[category]);
    const median = medianOf(all);
    return {
      what: `${name}: ${category}`,
      figure: `${median} (${all.join(', ')})`,
      floor: `≥ ${floors[category]}`,
      holds: median >= floors[category],
    };
  });

const report = (rows: readonly Row[]): string => `# What the pages weigh

Made by \`npm run bench:weight\` on ${today(new Date())}, ${os.availableParallelism()} cores, Node ${process.version}.

| what | figure | floor | holds |
| --- | --- | --- | --- |
${rows.map((row) => `| ${row.what} | ${row.figure} | ${row.floor} | ${row.holds ? 'yes' : 'NO'} |`).join('\n')}

**How.** The production build, served by the portal with its demo data. The bytes are those of the scripts and style sheets that Chromium fetches on a first visit until the network
is quiet, compressed as they travel. The scores are Lighthouse's for a phone (its own throttling of network and processor), each of ${RUNS} looks by a fresh browser; the median
counts. Performance depends on the machine being idle meanwhile: a look during which its neighbours took more than ${MOST_STOLEN * 100} % of the processors (by the kernel's count) is taken again.
`;

const portal = await openPortal();
try {
  const weights = await weigh(portal);
  for (const [name, fetched] of weights) {
    for (const { url, bytes } of fetched) console.log(`${name}: ${bytes} ${new URL(url).pathname}`);
  }
  const rows = weightRows(weights);
  for (const { name, path: door } of pages) {
    rows.push(...scoreRows(name, await looksAt(name, portal.url + door)));
  }
  const text = report(rows);
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'weight.md'), text);
  if (rows.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await portal.close();
}
