import { refusals } from '@portal/contract/errors';
import * as contract from '@portal/contract/office/enrolment';
import { PHRASES_MAX, REASON_MAX } from '@portal/contract/office/enrolment';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { reviewPhrases } from '../tables.ts';
import { addPhrase, orderPhrases, removePhrase } from './change-phrases.ts';
import { composeReason } from './phrases.ts';

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

const order = (ids: readonly number[]) =>
  portal.call(contract.orderPhrases, { body: { ids: [...ids] }, headers });

const phrases = async () => (await portal.call(contract.reviewPhrases, { headers })).answer;

test('phrases are listed in the order that staff give them', async () => {
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

test('a phrase cannot be added twice', async () => {
  await add('請重新拍照');
  const { status, refusal } = await portal.call(contract.addPhrase, {
    body: { text: '請重新拍照' },
    headers,
  });
  expect([status, refusal.errors]).toEqual([422, { text: [refusals.phrase_taken.text] }]);
});

test('an error is not reported as a duplicate phrase', async () => {
  const added = inTransaction(portal.db, (tx) =>
    addPhrase(tx, { text: '' }, { actor: decidingStaff(), now: NOW }),
  );
  expect(violatedConstraint(await added.catch((error: unknown) => error))).toMatch(/text/);
});

test('a new phrase stands last, also after the others were put in order', async () => {
  const ids = (await phrases()).map(({ id }) => id).toReversed();
  await order(ids);
  const last = await add('請確認生日');
  expect((await phrases()).map(({ id }) => id)).toEqual([...ids, last]);
});

test('phrases change their order', async () => {
  const [first, ...others] = (await phrases()).map(({ id }) => id);
  const ids = [first ?? 0, ...others.toReversed()];
  expect((await order(ids)).answer.map(({ id }) => id)).toEqual(ids);
});

test('the same order again leaves no event', async () => {
  const ids = (await phrases()).map(({ id }) => id);
  const events = () => portal.db.$count(auditEvents, eq(auditEvents.action, 'review_phrase.order'));
  const before = await events();
  expect((await order(ids)).status).toBe(200);
  expect(await events()).toBe(before);
});

test.each([
  ['one twice', (ids: readonly number[]) => [...ids.slice(1), ids[1] ?? 0]],
  ['one too many', (ids: readonly number[]) => [...ids, 999_999]],
])('an order that names a phrase too many or twice is refused: %s', async (_, change) => {
  const ids = (await phrases()).map(({ id }) => id);
  expect((await order(change(ids))).status).toBe(422);
  expect((await phrases()).map(({ id }) => id)).toEqual(ids);
});

test('an edit with the same text changes nothing, whatever its version', async () => {
  const [phrase] = await phrases();
  const body = { text: phrase?.text ?? '', version: 99 };
  const { status } = await portal.call(contract.editPhrase, {
    params: { id: String(phrase?.id) },
    body,
    headers,
  });
  expect(status).toBe(200);
  expect((await phrases())[0]).toEqual(phrase);
});

test('removing a phrase leaves the others', async () => {
  const before = await phrases();
  const params = { id: String(before[0]?.id) };
  await portal.call(contract.removePhrase, { params, headers });
  expect(await phrases()).toEqual(before.slice(1));
});

describe('while somebody changes a phrase', () => {
  const by = { actor: decidingStaff(), now: NOW };
  test.each<[string, (tx: Tx, ids: number[]) => Promise<unknown>]>([
    ['adding', (tx) => addPhrase(tx, { text: '請附切結書' }, by)],
    // The unchanged order waits too, because the lock comes first.
    ['ordering', (tx, ids) => orderPhrases(tx, { ids }, by)],
    ['removing', (tx, [first]) => removePhrase(tx, { id: first ?? 0 }, by)],
  ])('%s a phrase waits', async (_, change) => {
    const ids = (await phrases()).map(({ id }) => id);
    const last = ids.at(-1) ?? 0;
    let waiting: Promise<unknown> | undefined;
    await inTransaction(portal.db, async (tx) => {
      await tx.update(reviewPhrases).set({ updatedAt: NOW }).where(eq(reviewPhrases.id, last));
      waiting = inTransaction(portal.db, (other) => change(other, ids));
      await untilWaiting(portal.db, waiting);
    });
    await waiting;
  });
});

test('a reason consists of the chosen phrases and the free text, each once; if it is too long, it is refused', async () => {
  const [photo, hours] = [await add('照片過舊'), await add('時數不足')];
  const compose = (phraseIds: readonly number[], reason: string | null) =>
    composeReason(portal.db, { phraseIds, reason });
  expect(await compose([hours], null)).toBe('時數不足');
  expect(await compose([hours, photo, hours], '請補件')).toBe('時數不足\n照片過舊\n請補件');
  expect(await compose([], '字'.repeat(REASON_MAX))).toHaveLength(REASON_MAX);
  await expect(compose([], '字'.repeat(REASON_MAX + 1))).rejects.toMatchObject({ code: 'reason_too_long' });
});

test('the number of phrases stays within the limit', async () => {
  const left = PHRASES_MAX - (await phrases()).length;
  for (let n = 1; n <= left; n += 1) await add(`退回理由 ${n}`);
  expect(await phrases()).toHaveLength(PHRASES_MAX);
  const { status } = await portal.call(contract.addPhrase, { body: { text: '再一句' }, headers });
  expect(status).toBe(422);
});
