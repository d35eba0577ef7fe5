import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { countWaiting } from '../../../test/locks.ts';
import { inTransaction } from '../database/database.ts';
import { Refusal } from '../errors.ts';
import { idempotencyKeys } from '../tables.ts';
import {
  eachOnceOnly,
  eraseAnswers,
  forgetOldKeys,
  hashInput,
  type IdempotencyKey,
  onceOnly,
} from './idempotency.ts';

let portal: TestPortal;
let done: number;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  done = 0;
  await portal.db.delete(idempotencyKeys);
});

const key = (overrides: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  field: 'Class',
  owner: 'account:1',
  key: 'press-1',
  route: '/api/one',
  inputHash: hashInput({ code: 'A' }),
  ...overrides,
});

/** The answer says which time the work was done. */
const work = async () => ({ time: ++done });

const send = (given: IdempotencyKey | null, now = NOW) => onceOnly(portal.db, given, now, work);

describe('a repeat', () => {
  test('gets the first answer, and nothing is done again', async () => {
    expect([await send(key()), await send(key())]).toEqual([{ time: 1 }, { time: 1 }]);
    expect(done).toBe(1);
  });

  test('without a key does its work again', async () => {
    expect([await send(null), await send(null)]).toEqual([{ time: 1 }, { time: 2 }]);
    expect(await portal.db.$count(idempotencyKeys)).toBe(0);
  });

  test('after a refusal does its work, because nothing was stored', async () => {
    const refused = onceOnly(portal.db, key(), NOW, async () => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await send(key())).toEqual({ time: 1 });
  });

  test.each([
    ['another owner', { owner: 'account:2' }],
    ['a guest', { owner: 'guest' }],
    ['another key', { key: 'press-2' }],
  ])('with %s does its own work and gets its own answer', async (_, overrides) => {
    await send(key());
    expect(await send(key(overrides))).toEqual({ time: 2 });
    expect(await send(key(overrides))).toEqual({ time: 2 });
    expect(await send(key())).toEqual({ time: 1 });
  });

  test.each([
    ['to another route', { route: '/api/other' }],
    ['with another body', { inputHash: hashInput({ code: 'B' }) }],
  ])('%s is refused under the field of the call, and does nothing', async (_, overrides) => {
    await send(key());
    await expect(send(key({ ...overrides, field: 'form' }))).rejects.toMatchObject({
      code: 'key_reused',
      details: { field: 'form' },
    });
    expect(done).toBe(1);
  });

  test('after 24 hours, when keys are deleted, does its work again', async () => {
    await send(key());
    await forgetOldKeys(portal.db, new Date(NOW.getTime() + 24 * 3_600_000));
    expect(await send(key())).toEqual({ time: 1 });
    await forgetOldKeys(portal.db, new Date(NOW.getTime() + 24 * 3_600_000 + 1));
    expect(await send(key())).toEqual({ time: 2 });
  });
});

test('during the first call a repeat is refused as in flight, and others with the same key do not wait', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let began = () => {};
  const underWay = new Promise<void>((resolve) => {
    began = resolve;
  });
  const first = onceOnly(portal.db, key(), NOW, async () => {
    began();
    await held;
    return work();
  });
  await underWay;
  await expect(send(key())).rejects.toMatchObject({ code: 'in_flight' });
  expect(await send(key({ owner: 'account:2' }))).toEqual({ time: 1 });
  expect(await countWaiting(portal.db)).toBe(0);
  finish();
  expect(await first).toEqual({ time: 2 });
});

test('the answers to somebody can be erased without those to others', async () => {
  await send(key());
  await send(key({ owner: 'account:2' }));
  await inTransaction(portal.db, (tx) => eraseAnswers(tx, 'account:1'));
  const kept = await portal.db.select({ owner: idempotencyKeys.owner }).from(idempotencyKeys);
  expect(kept).toEqual([{ owner: 'account:2' }]);
});

describe('many calls in one transaction', () => {
  const ofOwner = (owner: string) => ({ idempotency: key({ owner }) });
  /** The owners whose calls were worked on, one list for each turn. */
  let turns: string[][];
  beforeEach(() => {
    turns = [];
  });
  const sendAll = (calls: readonly { idempotency: IdempotencyKey | null }[]) =>
    inTransaction(portal.db, (tx) =>
      eachOnceOnly(tx, calls, NOW, async (fresh) => {
        turns.push(fresh.map(({ idempotency }) => idempotency?.owner ?? ''));
        return fresh.map(() => ({ time: ++done }));
      }),
    );

  test('are done once each, and repeats alone do no work', async () => {
    const calls = [ofOwner('account:1'), { idempotency: null }, ofOwner('account:2')];
    expect(await sendAll(calls)).toEqual([{ time: 1 }, { time: 2 }, { time: 3 }]);
    expect(await sendAll([ofOwner('account:2'), ofOwner('account:1')])).toEqual([{ time: 3 }, { time: 1 }]);
    expect(turns).toEqual([['account:1', '', 'account:2']]);
  });

  test('may be tried again where they failed, beside others that did not', async () => {
    const calls = [ofOwner('account:1'), ofOwner('account:2')];
    const refused = await inTransaction(portal.db, (tx) =>
      eachOnceOnly(tx, calls, NOW, async () => [new Refusal('class_full'), { time: 0 }]),
    );
    expect(refused).toEqual([expect.objectContaining({ code: 'class_full' }), { time: 0 }]);
    expect(await sendAll(calls)).toEqual([{ time: 1 }, { time: 0 }]);
    expect(turns).toEqual([['account:1']]);
  });

  test('are refused as in flight where another transaction works on the call', async () => {
    const outcomes = await inTransaction(portal.db, async (tx) => {
      await eachOnceOnly(tx, [ofOwner('account:1')], NOW, async () => [{ time: 0 }]);
      return sendAll([ofOwner('account:1'), ofOwner('account:2')]);
    });
    expect(outcomes).toEqual([expect.objectContaining({ code: 'in_flight' }), { time: 1 }]);
    expect(turns).toEqual([['account:2']]);
  });
});

test('the fingerprint of a body ignores passwords and distinguishes everything else', () => {
  const body = { code: 'A', password: 'Kite-and-tide-26', password_confirmation: 'Kite-and-tide-26' };
  expect(hashInput(body)).toBe(hashInput({ ...body, password: 'x', password_confirmation: 'y' }));
  expect(hashInput(body)).toBe(hashInput({ code: 'A' }));
  expect(hashInput(body)).not.toBe(hashInput({ code: 'B' }));
  expect(hashInput(undefined)).not.toBe(hashInput({}));
});
