import * as contract from '@portal/contract/office/organizations';
import type { Context } from '../../audit/actor.ts';
import { type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { closeOrganization } from '../organizations/close-organization.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { editOrganization } from '../organizations/edit-organization.ts';
import { orderOrganizations } from '../organizations/order-organizations.ts';
import { findOrganizationRows } from '../organizations/organization-queries.ts';
import { reopenOrganization } from '../organizations/reopen-organization.ts';

const show = async (db: Executor, { actor, now }: Context<Staff>): Promise<contract.OrganizationRow[]> =>
  (await findOrganizationRows(db, { actor, now })).map(({ organization, ...row }) => ({
    ...{ id: organization.id, code: organization.code, name: organization.name },
    ...{ isClosed: organization.closedAt !== null, ...row },
  }));

export const organizationOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  const change = ({ actor, now }: Context<Staff>, work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return show(tx, { actor, now });
    });

  serve(contract.organizationList, (call) => show(db, call));

  serve(contract.createOrganization, ({ body, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      await createOrganization(tx, body, { actor, now });
      return show(tx, { actor, now });
    }),
  );

  serve(contract.orderOrganizations, (call) => change(call, (tx) => orderOrganizations(tx, call.body, call)));

  serve(contract.editOrganization, (call) =>
    change(call, (tx) => editOrganization(tx, { ...call.body, ...call.params }, call)),
  );

  serve(contract.closeOrganization, (call) => change(call, (tx) => closeOrganization(tx, call.params, call)));

  serve(contract.reopenOrganization, (call) =>
    change(call, (tx) => reopenOrganization(tx, call.params, call)),
  );
};
