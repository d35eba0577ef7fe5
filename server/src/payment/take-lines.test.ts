import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, cashierOf, codeOf } from '../../test/factories/desk.ts';
import { inTransaction } from '../platform/database/database.ts';
import { setLineAside } from '../statements/set-line-aside.ts';
import { findLines } from './take-lines.ts';

type Name = 'late' | 'early' | 'oldest' | 'aside' | 'theirs' | 'unknown';

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof buildDesk>>;
const ids = new Map<Name, number>([['unknown', 999_999]]);
beforeAll(async () => {
  portal = await openTestPortal();
  desk = await buildDesk(portal.db);
  const other = await buildDesk(portal.db);
  const [early, late, aside] = await desk.lines(
    { in: 600, day: '2026-11-28' },
    { in: 900, day: '2026-11-29' },
    { in: 5, day: '2026-11-30' },
  );
  const [theirs] = await other.lines({ in: 600 });
  // Imported later than the others.
  const oldest = (await desk.lines({ in: 7, day: '2026-11-27' })).find(({ amount }) => amount === 7);
  for (const [name, line] of Object.entries({ early, late, aside, theirs, oldest }))
    ids.set(name as Name, line?.id ?? 0);
  await inTransaction(portal.db, (tx) =>
    setLineAside(tx, { lineId: ids.get('aside') ?? 0, reason: '利息' }, byCashier),
  );
});
afterAll(() => portal.close());

const idsOf = (names: readonly Name[]) => names.map((name) => ids.get(name) ?? 0);
const find = (names: readonly Name[], { actor } = byCashier) =>
  inTransaction(portal.db, (tx) => findLines(tx, idsOf(names), actor));

test.each<[Name[], number, string]>([
  [['late', 'early'], 1500, '2026-11-29'],
  [['early', 'late', 'early'], 1500, '2026-11-29'],
  [['early', 'oldest'], 607, '2026-11-28'],
  [['early'], 600, '2026-11-28'],
])('%j are worth %d, of %s', async (names, amount, day) => {
  const { account, organizationId } = desk;
  expect(await find(names)).toEqual({ accountId: account.id, organizationId, amount, day });
});

test.each<[Name[], string | null, string | null]>([
  [[], null, null],
  [['unknown'], 'line_unknown', 'line_unknown'],
  [['early', 'unknown'], 'line_unknown', 'line_unknown'],
  [['theirs'], null, 'line_unknown'],
  [['early', 'theirs'], 'line_other_account', 'line_unknown'],
  [['aside'], 'line_aside', 'line_aside'],
  [['early', 'aside'], 'line_aside', 'line_aside'],
])(
  '%j are refused to a cashier of all branches with %s, to one of the branch with %s',
  async (names, all, own) => {
    expect([await codeOf(find(names)), await codeOf(find(names, cashierOf(desk.organizationId)))]).toEqual([
      all,
      own,
    ]);
  },
);
