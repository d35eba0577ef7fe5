import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { certificateKinds } from './tables.ts';

interface NewCertificateKind {
  readonly id: number;
  readonly name: string;
  readonly type: 'ordinary' | 'coach';
  /** Years of validity. */
  readonly years: number;
}

export const createCertificateKind = async (
  tx: Tx,
  kind: NewCertificateKind,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await tx.insert(certificateKinds).values(kind);
  const event = {
    actor,
    action: 'certificate_kind.create',
    subject: 'certificate_kind',
    subjectId: kind.id,
  } as const;
  await recordEvent(tx, { ...event, after: { name: kind.name } }, now);
};
