import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { mayIssue } from '../policy.ts';
import { certificateProofs, certificates } from '../tables.ts';

/** The file that a certificate without a class rests on. Each view leaves an event. Throws `not_found`. */
export const openProof = async (tx: Tx, certificateId: number, { actor, now }: Context<Staff>) => {
  const [found] = await tx
    .select({
      number: certificates.number,
      organizationId: certificates.organizationId,
      kind: certificateProofs.kind,
      fileKey: certificateProofs.fileKey,
    })
    .from(certificateProofs)
    .innerJoin(certificates, eq(certificates.id, certificateProofs.certificateId))
    .where(eq(certificates.id, certificateId));
  if (!found || !mayIssue(actor, found.organizationId)) throw new Refusal('not_found');
  const subject = { subject: 'certificate', subjectId: certificateId } as const;
  await recordEvent(tx, { actor, action: 'certificate.proof_view', ...subject }, now);
  return found;
};
