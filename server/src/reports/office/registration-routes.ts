import * as contract from '@portal/contract/office/enrolment';
import { listExporter } from '../../audit/export-list.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { refuseSpentIdentityBudget } from '../../staff/identity-budget.ts';
import { identityRefusal } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { findRegistrationReach } from '../registration-scope.ts';
import { type RegistrationListRow, registrationsList } from '../registrations-list.ts';
import { presentRegistration, registrationSheet } from './present-registration.ts';

export const registrationOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.registrationList, async ({ query, actor, read }) => {
    const { organizations, taughtBy } = await findRegistrationReach(db, actor, query);
    const page = await read((from) => registrationsList.page(from, { ...query, taughtBy }, organizations));
    return { ...page, rows: page.rows.map((row) => presentRegistration(row, actor)) };
  });

  serve(contract.exportRegistrations, async ({ body, actor, now, read }) => {
    const { format, identity, columns, ...query } = body;
    const scope = exportScope(actor, 'registration.read', query.organization);
    const refusal = identity ? identityRefusal(actor, scope, now) : null;
    if (refusal) throw refusal;
    if (identity) await refuseSpentIdentityBudget(db, actor.staffId);
    const within = await organizationIds(db, scope);
    const file = {
      list: registrationsList,
      name: '報名名單',
      ...registrationSheet(identity, columns),
      isChosen: columns !== undefined,
      people: { of: 'account', id: ({ personId }: RegistrationListRow) => personId } as const,
    };
    return exportList(
      { ...file, format, filter: query, query, scope, within, identity },
      { actor, now, read },
    );
  });
};
