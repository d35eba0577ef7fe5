import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, openPayments, settlement } from '../../test/factories/desk.ts';
import { cancelCharges } from './cancel-charges.ts';
import { chargeMove } from './charge-move.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { tryOut, buildDesk, settle } = openPayments(() => portal.db);

const paidBeside = async () => {
  const desk = await buildDesk();
  const [paid, unpaid] = [await desk.reported(), await desk.unpaid()];
  const [line] = await desk.lines({ in: 1500 });
  await settle(settlement([line?.id ?? 0], [paid.id]));
  return { paid: paid.id, unpaid: unpaid.id };
};

test('who paid gets the money back, who did not owes nothing any more, and each is told its amount', async () => {
  const { paid, unpaid } = await paidBeside();
  await tryOut(async (tx) => {
    const cancelled = await cancelCharges(tx, [unpaid, paid], { reason: '停開' }, byCashier);
    expect(Object.fromEntries(cancelled)).toEqual({
      [paid]: { refund: 1500, owed: 0 },
      [unpaid]: { refund: 0, owed: 1500 },
    });
  });
});

test.each([
  ['cheaper', -500, 500, 0],
  ['dearer', 500, 0, 0],
])('a move to a %s class makes the difference a refund due', async (_, difference, ofPaid, ofUnpaid) => {
  const { paid, unpaid } = await paidBeside();
  await tryOut(async (tx) => {
    const move = (registrationId: number) =>
      chargeMove(tx, { registrationId, difference, reason: '轉班' }, byCashier);
    expect([await move(paid), await move(unpaid)]).toEqual([ofPaid, ofUnpaid]);
  });
});
