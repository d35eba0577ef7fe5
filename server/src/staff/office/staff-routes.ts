import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/staff';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Staff } from '../actors.ts';
import { keepSecondFactor, resetSecondFactor } from '../factors/reset-second-factor.ts';
import type { OfficeRoutes } from '../gate.ts';
import { changeRoles } from '../members/change-roles.ts';
import { invitationLink } from '../members/invitations.ts';
import { type Invited, inviteAgain, inviteStaff } from '../members/invite-staff.ts';
import { resumeStaff, suspendStaff } from '../members/suspend-staff.ts';
import { presentMember } from '../present.ts';
import { findMember, findMembers } from '../queries.ts';
import { renewIdentityBudget } from '../renew-identity-budget.ts';

export const staffListOfficeRoutes =
  ({ publicUrl }: { publicUrl(): string }): OfficeRoutes =>
  (serve, { db }) => {
    /** Changes a staff account in one transaction and answers with the account as it is then. */
    const change = (actor: Staff, staffId: number, work: (tx: Tx) => Promise<void>) =>
      inTransaction(db, async (tx) => {
        await work(tx);
        return presentMember(await findMember(tx, staffId), actor);
      });

    const invite = (actor: Staff, work: (tx: Tx) => Promise<Invited>) =>
      inTransaction(db, async (tx) => {
        const { staffId, invitation, isActive } = await work(tx);
        const staff = presentMember(await findMember(tx, staffId), actor);
        const link = invitationLink(publicUrl(), invitation);
        return { staff, link, expiresAt: isoTaipei(invitation.expiresAt), isActive };
      });

    serve(contract.staffList, async ({ actor }) =>
      (await findMembers(db, actor)).map((member) => presentMember(member, actor)),
    );

    serve(contract.inviteStaff, async ({ body, actor, now }) => {
      const { isActive: _, ...invited } = await invite(actor, (tx) => inviteStaff(tx, body, { actor, now }));
      return invited;
    });

    serve(contract.inviteStaffAgain, async ({ params: { id: staffId }, actor, now }) => {
      const { isActive, ...invited } = await invite(actor, (tx) =>
        inviteAgain(tx, { staffId }, { actor, now }),
      );
      return isActive ? { ...invited, link: null } : invited;
    });

    serve(contract.changeRoles, ({ params: { id: staffId }, body, actor, now }) =>
      change(actor, staffId, (tx) => changeRoles(tx, { staffId, ...body }, { actor, now })),
    );

    serve(contract.suspendStaff, ({ params: { id: staffId }, actor, now }) =>
      change(actor, staffId, (tx) => suspendStaff(tx, { staffId }, { actor, now })),
    );

    serve(contract.resumeStaff, ({ params: { id: staffId }, actor, now }) =>
      change(actor, staffId, (tx) => resumeStaff(tx, { staffId }, { actor, now })),
    );

    serve(contract.resetSecondFactor, ({ params: { id: staffId }, actor, now }) =>
      change(actor, staffId, (tx) => resetSecondFactor(tx, { staffId }, { actor, now })),
    );

    serve(contract.keepSecondFactor, ({ params: { id: staffId }, actor, now }) =>
      change(actor, staffId, (tx) => keepSecondFactor(tx, { staffId }, { actor, now })),
    );

    serve(contract.renewIdentityBudget, ({ params: { id: staffId }, actor, now }) =>
      change(actor, staffId, (tx) => renewIdentityBudget(tx, { staffId }, { actor, now })),
    );
  };
