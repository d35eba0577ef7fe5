import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/staff';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Staff } from './actors.ts';
import { changeRoles } from './change-roles.ts';
import type { OfficeRoutes } from './gate.ts';
import { invitationLink } from './invitations.ts';
import { type Invited, inviteAgain, inviteStaff } from './invite-staff.ts';
import { presentMember } from './present.ts';
import { findMember, findMembers } from './queries.ts';
import { renewIdentityBudget } from './renew-identity-budget.ts';
import { keepSecondFactor, resetSecondFactor } from './reset-second-factor.ts';
import { resumeStaff, suspendStaff } from './suspend-staff.ts';

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
