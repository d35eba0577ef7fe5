import * as contract from '@portal/contract/office/person-twins';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { presentTwin } from '../present.ts';
import { dismissTwin, reopenTwin } from '../twins/decide-twin.ts';
import { findTwin } from '../twins/find-twin.ts';
import { type ListedTwin, twinsList } from '../twins/twins-list.ts';

const present = async (db: Executor, rows: readonly ListedTwin[]): Promise<contract.TwinRow[]> => {
  const names = await findActorNames(
    db,
    rows.flatMap(({ dismissedBy }) => dismissedBy ?? []),
  );
  return rows.map((row) => presentTwin(row, names));
};

const presentOne = async (db: Executor, id: number): Promise<contract.TwinRow> => {
  const [row] = await present(db, [await findTwin(db, id)]);
  if (!row) throw new Error(`there is no pair ${id}`);
  return row;
};

export const twinRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.twinList, async ({ query: { state, ...query }, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'person.merge'), query.organization);
    const page = await read((from) =>
      twinsList.page(from, { ...query, ...(state && { [state]: 1 }) }, scope),
    );
    return { ...page, rows: await present(db, page.rows) };
  });

  serve(contract.dismissTwin, async ({ params: { id }, body: { reason }, actor, now }) => {
    await inTransaction(db, (tx) => dismissTwin(tx, { twinId: id, reason }, { actor, now }));
    return presentOne(db, id);
  });

  serve(contract.reopenTwin, async ({ params: { id }, actor, now }) => {
    await inTransaction(db, (tx) => reopenTwin(tx, { twinId: id }, { actor, now }));
    return presentOne(db, id);
  });
};
