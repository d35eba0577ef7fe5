import * as contract from '@portal/contract/office/reviews';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';

/* The phrases for rejections, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const admin = await buildStaff(portal.db, { grants: [grant('admin', null)] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

const add = async (text: string): Promise<number> => {
  const { answer } = await portal.call(contract.addPhrase, { body: { text }, headers });
  return answer.at(-1)?.id ?? 0;
};

const phrases = async () => (await portal.call(contract.reviewPhrases, { headers })).answer;

test('phrases stand in the order in which they are put', async () => {
  const [photo, name, papers] = [await add('照片不清楚'), await add('姓名不符'), await add('資料不完整')];
  const ids = [papers, photo, name];
  const { answer } = await portal.call(contract.orderPhrases, { body: { ids }, headers });
  expect(answer.map(({ id }) => id)).toEqual(ids);
  expect((await phrases()).map(({ id }) => id)).toEqual(ids);
});

test('an order that misses a phrase is refused and changes nothing', async () => {
  const before = await phrases();
  const ids = before.slice(1).map(({ id }) => id);
  const { status } = await portal.call(contract.orderPhrases, { body: { ids }, headers });
  expect(status).toBe(422);
  expect(await phrases()).toEqual(before);
});

test('a phrase that somebody else edited is not overwritten', async () => {
  const [phrase] = await phrases();
  const params = { id: String(phrase?.id) };
  const edit = (text: string) =>
    portal.call(contract.editPhrase, { params, body: { text, version: phrase?.version ?? 0 }, headers });
  expect((await edit('請補附文件')).status).toBe(200);
  expect((await edit('請補附證書')).status).toBe(409);
  expect((await phrases())[0]?.text).toBe('請補附文件');
});
