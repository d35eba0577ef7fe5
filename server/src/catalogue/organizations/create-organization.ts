import type { OrganizationForm } from '@portal/contract/office/organizations';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { organizations } from '../tables.ts';

const FAULTS = {
  organizations_name_unique: 'organization_name_taken',
  organizations_code_unique: 'organization_code_taken',
} as const;

export const refusingTakenOrganization = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const code = FAULTS[(violatedConstraint(error) ?? '') as keyof typeof FAULTS];
    throw code ? new Refusal(code) : error;
  }
};

/** New ids and positions follow the highest ones, and an order names all organisations. */
export const lockOrganizations = (tx: Tx) =>
  tx.execute(sql`lock table ${organizations} in share row exclusive mode`);

const next = (column: typeof organizations.id | typeof organizations.position) =>
  sql<number>`(select coalesce(max(${column}), 0) + 1 from ${organizations})`;

export const createOrganization = async (
  tx: Tx,
  { code, name }: OrganizationForm,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockOrganizations(tx);
  const [created] = await refusingTakenOrganization(() =>
    tx
      .insert(organizations)
      .values({ id: next(organizations.id), code, name, position: next(organizations.position) })
      .returning({ id: organizations.id }),
  );
  if (!created) throw new Error('the organisation was not inserted');
  const event = { actor, action: 'organization.create', subject: 'organization' } as const;
  await recordEvent(tx, { ...event, subjectId: created.id, after: { code, name } }, now);
  return created.id;
};
