import * as contract from '@portal/contract/office/groups';
import { listExporter } from '../../audit/export-list.ts';
import { findHistory } from '../../audit/history.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { mayExportLists, scopeOfStaff } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { addByStaff } from '../add-by-staff.ts';
import { createGroupByStaff } from '../create-group-by-staff.ts';
import { editGroup } from '../edit-group.ts';
import { groupsList } from '../groups-list.ts';
import { findLookedAfterGroup, findPeopleForStaff, findReadableGroup } from '../office-queries.ts';
import { removeByStaff } from '../remove-by-staff.ts';
import { setRole } from '../set-role.ts';
import {
  groupCells,
  groupHeads,
  presentGroupRow,
  presentOfficeGroup,
  presentPersonForStaff,
} from './present.ts';

const show = async (db: Executor, id: number, actor: Staff): Promise<contract.OfficeGroup> =>
  presentOfficeGroup(await findReadableGroup(db, id, actor), actor);

const readRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.groupList, async ({ query, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'group.read'), query.organization);
    const page = await read((from) => groupsList.page(from, query, scope));
    return { ...page, rows: page.rows.map(presentGroupRow) };
  });

  serve(contract.exportGroups, ({ body: { format, ...query }, actor, now, read }) => {
    if (!mayExportLists(actor)) throw new Refusal('forbidden');
    const scope = exportScope(actor, 'group.read', query.organization);
    const file = { list: groupsList, name: '團體', heads: groupHeads, cells: groupCells, people: null };
    return exportList({ ...file, format, filter: query, query, scope, within: scope }, { actor, now, read });
  });

  serve(contract.officeGroup, ({ params: { id }, actor }) => show(db, id, actor));

  serve(contract.officeGroupPeople, async ({ params: { id }, actor }) => {
    const group = await findReadableGroup(db, id, actor);
    return (await findPeopleForStaff(db, group, actor)).map(presentPersonForStaff);
  });

  serve(contract.groupHistory, async ({ params: { id }, actor }) => {
    await findLookedAfterGroup(db, id, actor);
    return findHistory(db, { subject: 'group', id });
  });
};

const writeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.createGroup, async ({ body, actor, idempotency, now }) => {
    const id = await onceOnly(db, idempotency, now, (tx) => createGroupByStaff(tx, body, { actor, now }));
    return show(db, id, actor);
  });

  serve(contract.editGroup, async ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await editGroup(tx, { id, ...body }, { actor, now });
      return show(tx, id, actor);
    }),
  );

  serve(contract.addGroupPerson, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => addByStaff(tx, { groupId: id, ...body }, { actor, now }));
    return { id };
  });

  serve(contract.removeGroupPerson, async ({ params: { id, account }, body, actor, now }) => {
    const removal = { groupId: id, accountId: account, ...body };
    await inTransaction(db, (tx) => removeByStaff(tx, removal, { actor, now }));
    return { id };
  });

  serve(contract.setGroupRole, async ({ params: { id, account }, body, actor, now }) => {
    const change = { groupId: id, accountId: account, ...body };
    await inTransaction(db, (tx) => setRole(tx, change, { actor, now }));
    return { id };
  });
};

export const groupOfficeRoutes: OfficeRoutes = (...given) => {
  readRoutes(...given);
  writeRoutes(...given);
};
