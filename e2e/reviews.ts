import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { mailsTo } from './mailbox.ts';
import { enterOffice } from './office.ts';
import { callAs, type Trainee, type TrainingClass } from './portal.ts';

/* 報名審核: what its journeys share. */

export const TAIPEI = { organization: '臺北市分會', course: 'CPR' } as const;

export const main = (page: Page) => page.getByRole('main');
/** The name of the registration that is shown. */
export const shown = (page: Page, name: string) => main(page).getByRole('heading', { name, level: 2 });
export const queue = (page: Page) => main(page).getByRole('region', { name: '待審核名單' });
export const announcement = (page: Page, text: string | RegExp) =>
  main(page).getByRole('status').filter({ hasText: text });
export const record = (page: Page, { code }: Pick<TrainingClass, 'code'>) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByText(code, { exact: true }) });

export const apply = async (request: APIRequestContext, trainee: Trainee, { code }: TrainingClass) => {
  const answer = await callAs(request, trainee, '/api/class/personal/create', { code });
  expect(answer.status(), await answer.text()).toBe(200);
};

/** A phrase of its own for this journey. */
export const addPhrase = async (page: Page, baseURL: string | undefined): Promise<string> => {
  const admin = await page
    .context()
    .browser()
    ?.newContext({ baseURL: `${baseURL}` });
  if (!admin) throw new Error('no browser');
  await enterOffice(admin, baseURL, 'admin@portal.example');
  const text = `照片不清楚，請重新上傳（${randomUUID().slice(0, 6)}）`;
  const headers = { origin: `${baseURL}` };
  const answer = await admin.request.post('/api/office/review-phrases', { data: { text }, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  await admin.close();
  return text;
};

const NUMERALS = '一二三四五六七八九十';
/** 林一, 林二, …, 林二十九. */
export const nameOf = (n: number): string => {
  const tens = Math.floor(n / 10);
  return `林${tens > 1 ? NUMERALS[tens - 1] : ''}${tens > 0 ? '十' : ''}${n % 10 === 0 ? '' : NUMERALS[(n % 10) - 1]}`;
};

const subjects = async (dataDir: string, { email }: Trainee) =>
  (await mailsTo(dataDir, email)).map(({ subject }) => subject ?? '');

/** Each of the letters came once. Those of decisions leave 20 seconds later. */
export const expectLetters = async (dataDir: string, trainee: Trainee, letters: readonly string[]) => {
  for (const letter of letters)
    await expect
      .poll(async () => (await subjects(dataDir, trainee)).filter((each) => each.includes(letter)).length, {
        timeout: 90_000,
      })
      .toBe(1);
};
