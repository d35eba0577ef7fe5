import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import { taughtClasses } from '@portal/contract/office/training';
import { importLines } from './desk-lines.ts';
import { medianOf } from './measure.ts';
import { executablePath, openPortal, quiet, signIn } from './portal.ts';

/*
 * How long a slow computer is held up by a press that needs no network. `npm run bench:presses` starts a portal of its own;
 * `-- URL` measures another one in turn with it, for a comparison.
 */

const SLOWER = 6;
const RUNS = 5;
/** In milliseconds, after which a press is over. */
const REST = 2_000;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

interface Pressed {
  readonly name: string;
  readonly viewport: typeof PHONE;
  readonly staff: string | null;
  /** Opens the page and waits until it can be pressed. */
  readonly open: (page: Page, url: string) => Promise<void>;
  readonly press: (page: Page, run: number) => Promise<void>;
  /** In milliseconds, of a single task. */
  readonly most: number;
}

const visit = async (page: Page, address: string, shown: string) => {
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
};

/** The class of the coach that is over and has no results yet. */
const resultsPage = async (page: Page): Promise<string> => {
  const answer = await page.request.get(taughtClasses.path);
  const [first] = ((await answer.json()) as AnswerOf<typeof taughtClasses>).missing;
  return `/office/classes/${first?.id}/results`;
};

const CASHIER = 'cashier@portal.example';

/** The desk with lines whose amounts are those of reports, so that Enter confirms without a question. */
const openDesk = async (page: Page, url: string): Promise<void> => {
  const accountId = await importLines(page.request, url);
  await visit(page, `/office/statements/${accountId}?tab=possible`, 'li[id^="line-"]');
};

/** When a payment is confirmed, the next line gets the focus. */
const confirmFocused = async (page: Page): Promise<void> => {
  const id = await page.locator('li:focus').getAttribute('id');
  await page.keyboard.press('Enter');
  await page.locator(`li:focus:not(#${id})`).waitFor();
};

const presses: readonly Pressed[] = [
  {
    name: 'class list: a row is expanded',
    viewport: PHONE,
    staff: null,
    open: (page) => visit(page, '/ClassInfo', '#class-0 time'),
    press: (page, run) => page.locator(`#class-${run} button`).first().click(),
    most: 100,
  },
  {
    name: 'scores: a figure is typed',
    viewport: DESK,
    staff: 'coach@tpe.example',
    open: async (page) => visit(page, await resultsPage(page), '[data-cell="0-0"]'),
    press: (page, run) => page.locator(`[data-cell="${run}-0"]`).press('8'),
    most: 100,
  },
  {
    name: 'review: the next registration',
    viewport: DESK,
    staff: 'officer@tpe.example',
    open: (page) => visit(page, '/office/enrolment/review', '.decision-bar button'),
    press: (page) => page.keyboard.press('j'),
    most: 100,
  },
  {
    name: 'payment desk: the next line',
    viewport: DESK,
    staff: CASHIER,
    open: openDesk,
    press: (page) => page.keyboard.press('j'),
    most: 100,
  },
  {
    name: 'payment desk: a payment is confirmed',
    viewport: DESK,
    staff: CASHIER,
    open: async (page, url) => {
      await openDesk(page, url);
      await page.keyboard.press('j');
    },
    press: confirmFocused,
    most: 100,
  },
];

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  /** Microseconds of the processor, which do not grow on a busy machine. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
}

/** The longest task of the page's main thread, in milliseconds of the processor. */
const longestTask = async (browser: Browser, page: Page, press: () => Promise<void>): Promise<number> => {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await press();
  await page.waitForTimeout(REST);
  const { traceEvents } = JSON.parse(`${await browser.stopTracing()}`) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && main.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('no task was traced');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
};

/** The median of the longest tasks. The first press warms the page. */
const measure = async (browser: Browser, url: string, pressed: Pressed): Promise<number> => {
  const { viewport, staff, open, press } = pressed;
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  });
  try {
    if (staff) await signIn(context, url, staff);
    const page = await context.newPage();
    await open(page, url);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const tasks: number[] = [];
    for (let run = 0; run <= RUNS; run++)
      tasks.push(await longestTask(browser, page, () => press(page, run)));
    return medianOf(tasks.slice(1));
  } finally {
    await context.close();
  }
};

const measureAll = async (url: string, other: string | undefined) => {
  const browser = await chromium.launch({ executablePath, args: quiet });
  const rows: string[] = [];
  let all = true;
  try {
    for (const pressed of presses) {
      const own = await measure(browser, url, pressed);
      const compared =
        other === undefined
          ? ''
          : ` (the other portal: ${(await measure(browser, other, pressed)).toFixed(0)} ms)`;
      all &&= own <= pressed.most;
      rows.push(
        `| ${pressed.name} | ${own.toFixed(0)} ms${compared} | ≤ ${pressed.most} ms | ${own <= pressed.most ? 'yes' : 'NO'} |`,
      );
      console.log(rows.at(-1));
    }
  } finally {
    await browser.close();
  }
  return { rows, all };
};

const report = (rows: readonly string[]): string => `# What a press costs

Made by \`npm run bench:presses\` on ${today(new Date())}, ${os.availableParallelism()} cores, Node ${process.version}; load average ${os.loadavg()[0]?.toFixed(1)}.

| press | longest task | goal | holds |
| --- | --- | --- | --- |
${rows.join('\n')}

**How.** The production build with the demo data, in Chromium on a processor ${SLOWER} times slower. Each press is made once to warm the page and then ${RUNS} times, on other rows; the figure is the median of the
longest task of each press within ${REST / 1000} s, in time of the processor: what others do on the machine does not count.
`;

const given = process.argv[2];
const portal = process.env.BENCH_URL
  ? { url: process.env.BENCH_URL, close: async () => {} }
  : await openPortal();
try {
  const { rows, all } = await measureAll(portal.url, given);
  if (!given) await writeFile(path.join(import.meta.dirname, 'presses.md'), report(rows));
  if (!all) process.exitCode = 1;
} finally {
  await portal.close();
}
