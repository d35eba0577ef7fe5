import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { type LoggedIn, login } from '@portal/contract/accounts';
import { type Certificate, certificateAddress, certificates } from '@portal/contract/certificates';
import { today } from '@portal/contract/dates';
import { cast, DEMO_PASSWORD } from '../../server/demo/people.ts';
import { fill } from '../../server/test/app.ts';
import { rowOf } from './looks.ts';
import { medianOf } from './measure.ts';
import { executablePath, openPortal, type Portal, quiet } from './portal.ts';

/* How long a phone without network needs from a scanned QR code to the answer. */

const RUNS = 15;
/** A phone computes so many times slower than this machine. */
const SLOWDOWN = 4;
const FLOOR_MS = 300;

/** A certificate of the demo data: what its QR code says. */
const findAddress = async ({ url }: Portal): Promise<string> => {
  const ask = async <T>(method: string, to: string, headers: object, body?: object): Promise<T> => {
    const json = body && { body: JSON.stringify(body) };
    const type = { 'content-type': 'application/json' };
    const answer = await fetch(url + to, { method, headers: { ...headers, ...(body && type) }, ...json });
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const person = { account: cast.lin.account, password: DEMO_PASSWORD };
  const { access_token: token } = await ask<LoggedIn>('POST', login.path, {}, person);
  const headers = { authorization: `Bearer ${token}` };
  const [first] = await ask<Certificate[]>(certificates.method, certificates.path, headers);
  if (!first) throw new Error('the demo data has no certificate');
  const address = fill(certificateAddress.path, { code: first.code });
  return (await ask<{ url: string }>('GET', address, headers)).url;
};

/** Returns milliseconds since the navigation began. */
const timeAnswer = async (page: Page, address: string): Promise<number> => {
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByText('離線查驗').first().waitFor();
  return page.evaluate(() => performance.getEntriesByName('answer')[0]?.startTime ?? Number.NaN);
};

const measureAnswers = async (portal: Portal): Promise<readonly number[]> => {
  const address = await findAddress(portal);
  const browser = await chromium.launch({ executablePath, args: quiet });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await timeAnswer(page, address));
    return times;
  } finally {
    await browser.close();
  }
};

const report = (times: readonly number[]): string => `# How soon a certificate is checked without network

Made by \`npm run bench:offline\` on ${today(new Date())}, ${os.availableParallelism()} cores, Node ${process.version}; load average before the run ${startLoad.toFixed(1)}.

| what | figure | floor | holds |
| --- | --- | --- | --- |
${rowOf('from the address of the QR code to the answer, without network', medianOf(times), 'ms', FLOOR_MS)}
| the slowest of ${times.length} | ${Math.max(...times).toFixed(0)} ms | | |

**How.** The production build and the demo data. The page was open once, then the network is switched off. Chromium computes ${SLOWDOWN} times slower than the machine. The time is that of the
page itself, from the start of the navigation to the outcome; the median counts.
`;

const [startLoad = 0] = os.loadavg();
const portal = await openPortal();
try {
  const text = report(await measureAnswers(portal));
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'offline.md'), text);
} finally {
  await portal.close();
}
