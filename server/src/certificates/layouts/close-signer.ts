import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { certificateSigners } from '../tables.ts';
import { lockSigner } from './signer-queries.ts';

/** Signs no certificate from now on; those that were issued keep the name. */
export const closeSigner = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { organizationId, closedAt, name } = await lockSigner(tx, id);
  requireRight(actor, 'settings.edit', organizationId);
  if (closedAt) return;
  await tx.update(certificateSigners).set({ closedAt: now }).where(eq(certificateSigners.id, id));
  const event = { actor, action: 'certificate_signer.close', subject: 'certificate_signer' } as const;
  await recordEvent(
    tx,
    { ...event, organizationId: organizationId ?? undefined, subjectId: id, after: { name } },
    now,
  );
};
