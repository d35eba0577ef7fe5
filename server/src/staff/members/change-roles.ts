import type { RoleGrant } from '@portal/contract/rights';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../actors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { findGrants, replaceGrants } from '../roles.ts';
import { lockAdministrators, refuseWithoutAdministrator } from './administrators.ts';
import { queueAccountMail } from './queue-account-mail.ts';

interface NewRoles {
  readonly staffId: number;
  readonly roles: readonly RoleGrant[];
  readonly version: number;
}

export const changeRoles = async (
  tx: Tx,
  { staffId, roles, version }: NewRoles,
  { actor, now }: { actor: Staff; now: Date },
): Promise<void> => {
  await lockAdministrators(tx);
  const owner = await lockStaff(tx, staffId);
  const thing = { subject: 'staff', id: staffId, actions: ['staff.change_roles'] } as const;
  await refuseOldVersion(tx, thing, version);
  const before = { roles: await findGrants(tx, staffId) };
  await replaceGrants(tx, { staffId, grants: roles }, now);
  await refuseWithoutAdministrator(tx);
  const event = { actor, action: 'staff.change_roles', staffId } as const;
  await recordStaffEvent(tx, { ...event, before, after: { roles } }, now);
  await queueAccountMail(tx, { owner, act: 'change_roles' }, { actor, now });
};
