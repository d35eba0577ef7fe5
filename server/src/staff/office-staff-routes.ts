import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/staff';
import { inTransaction, type Tx } from '../platform/database.ts';
import { changeRoles } from './change-roles.ts';
import type { OfficeRoutes } from './gate.ts';
import { invitationLink } from './invitations.ts';
import { type Invited, inviteAgain, inviteStaff } from './invite-staff.ts';
import { scopeOfStaff } from './policy.ts';
import { presentMember } from './present.ts';
import { findMember, findMembers } from './queries.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { resumeStaff, suspendStaff } from './suspend-staff.ts';

export const staffListOfficeRoutes: OfficeRoutes = (serve, { db, config }) => {
  /** Changes a staff account in one transaction and answers with the account as it is then. */
  const change = (staffId: number, work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return presentMember(await findMember(tx, staffId), 'everywhere');
    });

  const invite = (origin: string, work: (tx: Tx) => Promise<Invited>) =>
    inTransaction(db, async (tx) => {
      const { staffId, invitation } = await work(tx);
      const staff = presentMember(await findMember(tx, staffId), 'everywhere');
      const link = invitationLink(config.publicUrl ?? origin, invitation);
      return { staff, link, expiresAt: isoTaipei(invitation.expiresAt) };
    });

  serve(contract.staffList, async ({ actor }) => {
    const scope = scopeOfStaff(actor, 'staff.read');
    return (await findMembers(db, actor)).map((member) => presentMember(member, scope));
  });

  serve(contract.inviteStaff, ({ body, actor, now }) =>
    invite(actor.site.origin, (tx) => inviteStaff(tx, body, { actor, now })),
  );

  serve(contract.inviteStaffAgain, ({ params, actor, now }) =>
    invite(actor.site.origin, (tx) => inviteAgain(tx, { staffId: params.id }, { actor, now })),
  );

  serve(contract.changeRoles, ({ params: { id: staffId }, body, actor, now }) =>
    change(staffId, (tx) => changeRoles(tx, { staffId, ...body }, { actor, now })),
  );

  serve(contract.suspendStaff, ({ params: { id: staffId }, actor, now }) =>
    change(staffId, (tx) => suspendStaff(tx, { staffId }, { actor, now })),
  );

  serve(contract.resumeStaff, ({ params: { id: staffId }, actor, now }) =>
    change(staffId, (tx) => resumeStaff(tx, { staffId }, { actor, now })),
  );

  serve(contract.resetSecondFactor, ({ params: { id: staffId }, actor, now }) =>
    change(staffId, (tx) => resetSecondFactor(tx, { staffId }, { actor, now })),
  );
};
