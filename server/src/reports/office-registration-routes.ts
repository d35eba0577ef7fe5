import * as contract from '@portal/contract/office/registrations';
import { rightsOf } from '@portal/contract/rights';
import { listExporter } from '../audit/export-list.ts';
import { organizationIds } from '../audit/organization-names.ts';
import { Refusal } from '../platform/errors.ts';
import type { ListScope } from '../platform/list.ts';
import type { OfficeRoutes, SignedInStaff } from '../staff/gate.ts';
import { isConfirmedLately } from '../staff/rules.ts';
import { classScopeOf, exportScope } from '../staff/scope.ts';
import { presentRegistration, registrationCells, registrationHeads } from './present-registration.ts';
import { findRegistrationReach } from './registration-scope.ts';
import { type RegistrationListRow, registrationsList } from './registrations-list.ts';

/** By their own right, and after a recent second factor. */
const refuseIdentity = (actor: SignedInStaff, scope: ListScope, now: Date): void => {
  const shown = classScopeOf(actor, 'export.identity');
  const isCovered =
    shown === 'everywhere' || (scope !== 'everywhere' && scope.every((id) => shown.includes(id)));
  if (!rightsOf(actor.grants).includes('export.identity') || !isCovered) throw new Refusal('forbidden');
  if (!isConfirmedLately(actor, now)) throw new Refusal('step_up_required');
};

export const registrationOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.registrationList, async ({ query, actor }) => {
    const { organizations, taughtBy } = await findRegistrationReach(db, actor, query);
    const page = await registrationsList.page(db, { ...query, taughtBy }, organizations);
    return { ...page, rows: page.rows.map(presentRegistration) };
  });

  serve(contract.exportRegistrations, async ({ body, actor, now }) => {
    const { format, identity, ...query } = body;
    const scope = exportScope(actor, 'registration.read', query.organization);
    if (identity) refuseIdentity(actor, scope, now);
    const within = await organizationIds(db, scope);
    const cells = (row: RegistrationListRow) => registrationCells(row, identity);
    const file = { list: registrationsList, name: '報名名單', heads: registrationHeads, cells };
    return exportList({ ...file, format, filter: query, query, scope, within, identity }, { actor, now });
  });
};
