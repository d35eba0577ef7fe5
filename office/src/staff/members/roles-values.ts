import { StaffForm, type StaffRole } from '@portal/contract/office/staff';
import { roles } from '@portal/contract/rights';
import * as z from 'zod/mini';
import { membersText } from '../../text/zh-TW/members.ts';

/** The whole association; the other values are ids. */
export const ASSOCIATION = 'association';

const scope = z.pipe(
  z.string().check(z.minLength(1, { error: membersText.roleFields.chooseScope })),
  z.transform((value): number | null => (value === ASSOCIATION ? null : Number(value))),
);

const chosenRoles = z.pipe(
  z.array(z.object({ role: z.enum(roles), organizationId: scope })),
  StaffForm.shape.roles,
);

export const RolesForm = z.object({ roles: chosenRoles });
export type RolesValues = z.input<typeof RolesForm>;
export type RolesForm = z.output<typeof RolesForm>;

export const InviteForm = z.object({
  email: StaffForm.shape.email,
  name: StaffForm.shape.name,
  roles: chosenRoles,
});
export type InviteValues = z.input<typeof InviteForm>;
export type InviteForm = z.output<typeof InviteForm>;

/** A new role has no scope yet, so that nobody gets the whole association by mistake. */
export const NEW_ROLE: RolesValues['roles'][number] = { role: 'officer', organizationId: '' };

export const roleValues = (held: readonly StaffRole[]): RolesValues['roles'] =>
  held.map(({ role, organizationId }) => ({ role, organizationId: String(organizationId ?? ASSOCIATION) }));

/** The fields in page order. */
export const roleFields = (count: number) =>
  [...Array(count).keys()].map((index) => `roles.${index}.organizationId` as const);
