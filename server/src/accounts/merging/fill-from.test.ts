import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { accounts } from '../tables.ts';
import { emptyFilled, fillFromRemoved } from './fill-from.ts';

const LATER = new Date(NOW.getTime() + 60_000);
const NO_ADDRESS = { cityId: null, areaId: null, address: null, addressCode: null };
const ADDRESS = { cityId: 1, areaId: 1, address: '範例路一段 1 號', addressCode: '100' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];

const stored = async (id: number) => one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const buildPair = async (survivor: Overrides, removed: Overrides) => ({
  to: (await buildAccount(portal.db, survivor)).id,
  from: (await buildAccount(portal.db, removed)).id,
});

const fill = (pair: { from: number; to: number }) =>
  inTransaction(portal.db, (tx) => fillFromRemoved(tx, pair, LATER));

describe('a survivor is filled', () => {
  test('where it is empty, and nobody else is', async () => {
    const pair = await buildPair(
      { ...NO_ADDRESS, school: null },
      { school: '海大', cellPhone: '0911-222333' },
    );
    const removed = await stored(pair.from);
    expect(await fill(pair)).toEqual({ ...ADDRESS, school: '海大' });
    expect(await stored(pair.to)).toMatchObject({
      ...{ ...ADDRESS, school: '海大', cellPhone: '0900-000000', updatedAt: LATER },
    });
    expect(await stored(pair.from)).toEqual(removed);
  });

  test.each<[string, Overrides, Overrides, object]>([
    ['not with an address if it has a part of one', { address: null, addressCode: null }, {}, {}],
    [
      'with the part of an address that is known',
      NO_ADDRESS,
      { address: null, addressCode: null },
      { cityId: 1, areaId: 1, address: null, addressCode: null },
    ],
  ])('%s', async (_, survivor, removed, filled) => {
    expect(await fill(await buildPair(survivor, removed))).toEqual(filled);
  });

  test('with nothing if it is complete, and then it stays as it is', async () => {
    const pair = await buildPair({}, {});
    const before = await stored(pair.to);
    expect(await fill(pair)).toEqual({});
    expect(await stored(pair.to)).toEqual(before);
  });
});

describe('what was filled is emptied', () => {
  const empty = (accountId: number, filled: Awaited<ReturnType<typeof fill>>) =>
    inTransaction(portal.db, (tx) => emptyFilled(tx, accountId, filled, LATER));

  test('where nobody has changed it since, and for nobody else', async () => {
    const pair = await buildPair({ ...NO_ADDRESS, school: null }, { school: '海大' });
    const removed = await stored(pair.from);
    const filled = await fill(pair);
    await portal.db.update(accounts).set({ address: '新路 2 號' }).where(eq(accounts.id, pair.to));
    expect(await empty(pair.to, filled)).toEqual(['cityId']);
    expect(await stored(pair.to)).toMatchObject({ ...ADDRESS, address: '新路 2 號', school: null });
    expect(await stored(pair.from)).toEqual(removed);
  });

  test('and an account of which nothing is the same stays as it is', async () => {
    const pair = await buildPair({ school: null }, { school: '海大' });
    const filled = await fill(pair);
    await portal.db.update(accounts).set({ school: '臺大', updatedAt: NOW }).where(eq(accounts.id, pair.to));
    const before = await stored(pair.to);
    expect(await empty(pair.to, filled)).toEqual(['school']);
    expect(await stored(pair.to)).toEqual(before);
  });
});
