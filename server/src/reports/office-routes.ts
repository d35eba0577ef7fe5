import * as contract from '@portal/contract/office/events';
import { search } from '@portal/contract/office/search';
import { charts, upcomingClasses, waitingWork } from '@portal/contract/office/today';
import { findHistory } from '../audit/history.ts';
import { organizationNames } from '../audit/organization-names.ts';
import { narrowScope } from '../platform/list.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { scopeOfStaff } from '../staff/policy.ts';
import { findMember } from '../staff/queries.ts';
import { eventsList } from './events-list.ts';
import { presentEvent } from './present.ts';
import { presentHits } from './present-search.ts';
import { presentCharts, presentUpcoming, presentWaiting } from './present-today.ts';
import { refuseRegistrationElsewhere } from './registration-scope.ts';
import { findHits } from './search.ts';
import { findCharts, findUpcomingClasses, findWaitingReviews } from './today.ts';

/** 稽核紀錄, 今日工作, and the search in the top bar. */
export const reportsOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.events, async ({ query, actor }) => {
    const scope = narrowScope(scopeOfStaff(actor, 'audit.read'), query.organization);
    const [page, names] = await Promise.all([eventsList.page(db, query, scope), organizationNames(db)]);
    return { ...page, rows: page.rows.map((row) => presentEvent(row, names)) };
  });

  serve(search, async ({ body, actor }) => presentHits(await findHits(db, actor, body)));
  serve(contract.registrationHistory, async ({ params: { id }, actor }) => {
    await refuseRegistrationElsewhere(db, id, actor);
    return findHistory(db, { subject: 'registration', id });
  });

  serve(contract.staffHistory, async ({ params: { id } }) => {
    await findMember(db, id);
    return findHistory(db, { subject: 'staff', id });
  });

  serve(waitingWork, async ({ query, actor, now }) =>
    presentWaiting(await findWaitingReviews(db, { staff: actor, now, ...query })),
  );

  serve(upcomingClasses, async ({ query, actor, now }) =>
    (await findUpcomingClasses(db, { staff: actor, now, ...query })).map(presentUpcoming),
  );

  serve(charts, async ({ query, actor, now }) =>
    presentCharts(await findCharts(db, { staff: actor, now, ...query }), now),
  );
};
