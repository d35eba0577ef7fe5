import * as contract from '@portal/contract/office/registrations';
import { rightsOf } from '@portal/contract/rights';
import { filterOf } from '../audit/filter-of.ts';
import { organizationIds } from '../audit/organization-names.ts';
import { recordExport } from '../audit/record-export.ts';
import { Refusal } from '../platform/errors.ts';
import { exportLimit, writeExport } from '../platform/export.ts';
import { type ListScope, narrowScope, scopeWithin } from '../platform/list.ts';
import type { OfficeRoutes, SignedInStaff } from '../staff/gate.ts';
import { isConfirmedLately } from '../staff/rules.ts';
import { classScopeOf } from '../staff/scope.ts';
import { presentRegistration, registrationCells, registrationHeads } from './present-registration.ts';
import { findRegistrationReach } from './registration-scope.ts';
import { registrationsList } from './registrations-list.ts';

/** By their own right, and after a recent second factor. */
const refuseIdentity = (actor: SignedInStaff, scope: ListScope, now: Date): void => {
  const shown = classScopeOf(actor, 'export.identity');
  const isCovered =
    shown === 'everywhere' || (scope !== 'everywhere' && scope.every((id) => shown.includes(id)));
  if (!rightsOf(actor.grants).includes('export.identity') || !isCovered) throw new Refusal('forbidden');
  if (!isConfirmedLately(actor, now)) throw new Refusal('step_up_required');
};

const NAME = '報名名單';

export const registrationOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const limit = exportLimit();

  serve(contract.registrationList, async ({ query, actor }) => {
    const { organizations, taughtBy } = await findRegistrationReach(db, actor, query);
    const page = await registrationsList.page(db, { ...query, taughtBy }, organizations);
    return { ...page, rows: page.rows.map(presentRegistration) };
  });

  serve(contract.exportRegistrations, async ({ body, actor, now }) => {
    const { format, identity, ...query } = body;
    const readable = scopeWithin(
      classScopeOf(actor, 'registration.read'),
      classScopeOf(actor, 'export.list'),
    );
    const scope = narrowScope(readable, query.organization);
    if (identity) refuseIdentity(actor, scope, now);
    const organizations = await organizationIds(db, scope);
    const cells = async function* () {
      const parts = registrationsList.parts(db, query, organizations);
      for await (const part of parts) for (const row of part) yield registrationCells(row, identity);
    };
    return writeExport(limit, format, async () => {
      const rows = await registrationsList.count(db, query, organizations);
      const exported = { list: NAME, filter: filterOf(query), format, rows, identity, scope };
      await recordExport(db, exported, { actor, now });
      return { name: NAME, heads: registrationHeads, rows: cells() };
    });
  });
};
