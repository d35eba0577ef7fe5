import { organizations } from '../src/catalogue/tables.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import { proveStaff, type Staff } from '../src/staff/actors.ts';
import { acceptInvitation } from '../src/staff/members/accept-invitation.ts';
import { inviteStaff } from '../src/staff/members/invite-staff.ts';
import { DEMO_PASSWORD } from './people.ts';
import { demoStaff } from './staff.ts';

/** The roles that act in the demo data. */
const everywhere = [
  { role: 'officer', organizationId: null },
  { role: 'cashier', organizationId: null },
] as const;

/** The people of the back office, invited and with a password. Gives the first, who decides everything in the demo data. */
export const loadStaff = async ({ db }: Services, now: Date): Promise<Staff> => {
  const branches = await db.select({ id: organizations.id, code: organizations.code }).from(organizations);
  let first = 0;
  for (const { email, name, role, organization } of demoStaff) {
    const organizationId = branches.find(({ code }) => code === organization)?.id ?? null;
    const form = { email, name, roles: [{ role, organizationId }] };
    const { staffId, invitation } = await inTransaction(db, (tx) =>
      inviteStaff(tx, form, { actor: 'system', now }),
    );
    first ||= staffId;
    await acceptInvitation(db, { token: invitation.token, newPassword: DEMO_PASSWORD }, { now });
  }
  return proveStaff({ staffId: first, name: demoStaff[0]?.name ?? '', grants: everywhere });
};
