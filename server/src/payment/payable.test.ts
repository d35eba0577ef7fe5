import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, cashierOf, codeOf } from '../../test/factories/desk.ts';
import { actDuring } from '../../test/locks.ts';
import { registrations } from '../enrolment/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { confirmPayment } from './confirm-payment.ts';
import { lockPayable } from './payable.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const lock = (ids: readonly number[], actor: Staff) =>
  inTransaction(portal.db, (tx) => lockPayable(tx, ids, actor));

describe('registrations to be paid', () => {
  test('are refused as a whole if one of them is unknown', async () => {
    const { id } = await (await buildDesk(portal.db)).reported();
    expect(await codeOf(lock([id, 999_999_999], byCashier.actor))).toBe('registration_unknown');
  });

  test('are refused as a whole if one of them belongs to another branch', async () => {
    const [here, elsewhere] = [await buildDesk(portal.db), await buildDesk(portal.db)];
    const [mine, theirs] = [await here.reported(), await elsewhere.reported()];
    const { actor } = cashierOf(here.organizationId);
    expect((await lock([mine.id], actor)).map(({ id }) => id)).toEqual([mine.id]);
    expect(await codeOf(lock([mine.id, theirs.id], actor))).toBe('registration_unknown');
  });

  test('are read in the order of their ids', async () => {
    const { reported } = await buildDesk(portal.db);
    const [first, second, third] = [await reported(), await reported(), await reported()].map(({ id }) => id);
    // A changed row stands behind the others.
    for (const id of [second, first] as const)
      await portal.db
        .update(registrations)
        .set({ reason: '查無' })
        .where(eq(registrations.id, id ?? 0));
    const rows = await lock([third ?? 0, first ?? 0, second ?? 0], byCashier.actor);
    expect(rows.map(({ id }) => id)).toEqual([first, second, third]);
  });

  test('are read only after a step that is under way', async () => {
    const { id } = await (await buildDesk(portal.db)).reported();
    const [row] = await actDuring(
      portal.db,
      (tx) => confirmPayment(tx, { registrationId: id }, byCashier),
      () => lock([id], byCashier.actor),
    );
    expect(row?.state).toBe('confirmed');
  });

  test('do not wait for a step of another registration', async () => {
    const { reported } = await buildDesk(portal.db);
    const [mine, other] = [await reported(), await reported()];
    await inTransaction(portal.db, async (tx) => {
      await tx.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, other.id));
      // One that waited would wait for this transaction, which waits for it.
      expect(await lock([mine.id], byCashier.actor)).toHaveLength(1);
    });
  });
});
