import * as contract from '@portal/contract/office/audit';
import {
  charts,
  classFill,
  classTasks,
  search,
  upcomingClasses,
  waitingWork,
} from '@portal/contract/office/reports';
import {
  addStarterSet as addStarter,
  removeStarterSet as removeStarter,
  setup,
} from '@portal/contract/office/setup';
import { listExporter } from '../../audit/export-list.ts';
import { findHistory } from '../../audit/history.ts';
import { organizationNames } from '../../audit/organization-names.ts';
import { addStarterSet } from '../../catalogue/starter/add-starter-set.ts';
import { removeStarterSet } from '../../catalogue/starter/remove-starter-set.ts';
import { requireClassFor } from '../../classes/queries.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { mayExportLists, scopeOfStaff } from '../../staff/policy.ts';
import { requireWholeMember } from '../../staff/queries.ts';
import { exportScope } from '../../staff/scope.ts';
import { findClassFill } from '../class-fill.ts';
import { findClassTasks } from '../class-tasks.ts';
import { type EventRow, eventsList } from '../events-list.ts';
import type { StaffView } from '../organizations-of.ts';
import { eventCells, eventHeads, presentEvent } from '../present.ts';
import { refuseRegistrationElsewhere } from '../registration-scope.ts';
import { findHits } from '../search.ts';
import { findSetup } from '../setup/find-setup.ts';
import {
  findCharts,
  findOpenIncidents,
  findRefundsDue,
  findUndeliverable,
  findUpcomingClasses,
  findWaitingCertificates,
  findWaitingOverdue,
  findWaitingPrivacy,
  findWaitingRenewals,
  findWaitingReports,
  findWaitingResults,
  findWaitingReviews,
} from '../today.ts';
import { presentHits } from './present-search.ts';
import { presentCharts, presentClassTasks, presentUpcoming, presentWaiting } from './present-today.ts';

const findWaiting = async (from: Executor, view: StaffView) => ({
  review: await findWaitingReviews(from, view),
  reconcile: await findWaitingReports(from, view),
  refunds: await findRefundsDue(from, view),
  results: await findWaitingResults(from, view),
  certificates: await findWaitingCertificates(from, view),
  renewals: await findWaitingRenewals(from, view),
  overdue: await findWaitingOverdue(from, view),
  privacy: await findWaitingPrivacy(from, view),
  incidents: await findOpenIncidents(from, view),
  mails: await findUndeliverable(from, view),
});

const eventPerson = ({ subject, subjectId }: EventRow) => (subject === 'account' ? subjectId : null);

export const reportsOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(setup, () => findSetup(db));

  serve(addStarter, ({ actor, now }) =>
    inTransaction(db, async (tx) => {
      await addStarterSet(tx, {}, { actor, now });
      return findSetup(tx);
    }),
  );

  serve(removeStarter, ({ actor, now }) =>
    inTransaction(db, async (tx) => {
      await removeStarterSet(tx, {}, { actor, now });
      return findSetup(tx);
    }),
  );

  serve(contract.events, async ({ query, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'audit.read'), query.organization);
    const [page, names] = await Promise.all([
      read((from) => eventsList.page(from, query, scope)),
      organizationNames(db),
    ]);
    return { ...page, rows: page.rows.map((row) => presentEvent(row, names)) };
  });

  serve(search, async ({ body, actor, read }) =>
    presentHits(await read((from) => findHits(from, actor, body))),
  );

  serve(contract.exportEvents, async ({ body: { format, ...query }, actor, now, read }) => {
    if (!mayExportLists(actor)) throw new Refusal('forbidden');
    const scope = exportScope(actor, 'audit.read', query.organization);
    const names = await organizationNames(db);
    const cells = (row: EventRow) => eventCells(presentEvent(row, names));
    const file = {
      list: eventsList,
      name: '稽核紀錄',
      heads: eventHeads,
      cells,
      people: { of: 'account', id: eventPerson } as const,
    };
    return exportList({ ...file, format, filter: query, query, scope, within: scope }, { actor, now, read });
  });

  serve(contract.registrationHistory, async ({ params: { id }, actor }) => {
    await refuseRegistrationElsewhere(db, id, actor);
    return findHistory(db, { subject: 'registration', id });
  });

  serve(contract.classHistory, async ({ params: { id }, actor }) => {
    await requireClassFor(db, id, actor, 'class.read');
    return findHistory(db, { subject: 'class', id });
  });

  serve(contract.staffHistory, async ({ params: { id }, actor }) => {
    await requireWholeMember(db, id, actor);
    return findHistory(db, { subject: 'staff', id });
  });

  serve(waitingWork, async ({ query, actor, now, read }) =>
    presentWaiting(await read((from) => findWaiting(from, { staff: actor, now, ...query }))),
  );

  serve(upcomingClasses, async ({ query, actor, now, read }) => {
    const found = await read((from) => findUpcomingClasses(from, { staff: actor, now, ...query }));
    return found.map(presentUpcoming);
  });

  serve(classTasks, async ({ query, actor, now, read }) =>
    presentClassTasks(await read((from) => findClassTasks(from, { staff: actor, now, ...query }))),
  );

  serve(charts, async ({ query, actor, now, read }) => {
    const view = { staff: actor, now, ...query, days: Number(query.days) };
    return presentCharts(await read((from) => findCharts(from, view)), view);
  });

  serve(classFill, async ({ params: { id }, actor }) => {
    await requireClassFor(db, id, actor, 'class.read');
    return findClassFill(db, id);
  });
};
