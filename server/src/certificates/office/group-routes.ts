import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/group-certificates';
import { lockGroup } from '../../groups/lock-group.ts';
import { findLookedAfterGroup } from '../../groups/office-queries.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findMatrix } from '../group/matrix.ts';
import { presentGroupCertificates } from '../group/present.ts';
import { setNeeds } from '../group/set-needs.ts';

const show = async (db: Executor, id: number, { actor, now }: { actor: Staff; now: Date }) => {
  const group = await findLookedAfterGroup(db, id, actor);
  return presentGroupCertificates(group, await findMatrix(db, id, now), today(now));
};

/** The certificates of a group as its managers see them, for the branch that looks after the group. */
export const groupCertificateOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.officeGroupCertificates, ({ params: { id }, actor, now }) => show(db, id, { actor, now }));

  serve(contract.setNeedsByStaff, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      const group = await lockGroup(tx, id, actor);
      await setNeeds(tx, { group, ...body }, { actor, now });
      return show(tx, id, { actor, now });
    }),
  );
};
