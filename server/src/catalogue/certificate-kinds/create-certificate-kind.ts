import type { NewKindForm } from '@portal/contract/office/certificate-kinds';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { certificateKinds } from '../tables.ts';

export const refusingTakenKind = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'certificate_kinds_name_unique') throw new Refusal('kind_name_taken');
    throw error;
  }
};

const nextId = sql<number>`(select coalesce(max(${certificateKinds.id}), 0) + 1 from ${certificateKinds})`;

/** Returns the id, which follows the highest one. */
export const createCertificateKind = async (
  tx: Tx,
  { name, type, years }: NewKindForm,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await tx.execute(sql`lock table ${certificateKinds} in share row exclusive mode`);
  const [created] = await refusingTakenKind(() =>
    tx
      .insert(certificateKinds)
      .values({ id: nextId, name, type, years })
      .returning({ id: certificateKinds.id }),
  );
  if (!created) throw new Error('the kind was not inserted');
  const event = { actor, action: 'certificate_kind.create', subject: 'certificate_kind' } as const;
  await recordEvent(tx, { ...event, subjectId: created.id, after: { name, type, years } }, now);
  return created.id;
};
