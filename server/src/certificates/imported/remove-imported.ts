import { and, inArray } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteUnnamed } from '../../platform/database/delete-unnamed.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificates, importedCertificates } from '../tables.ts';

const deleteCertificates = async (tx: Tx, ids: readonly number[]) => {
  await tx.delete(importedCertificates).where(inArray(importedCertificates.certificateId, [...ids]));
  await tx.delete(certificates).where(inArray(certificates.id, [...ids]));
};

/** Removes imported certificates that nobody has used since. Returns why others were kept, by certificate. */
export const removeImportedCertificates = async (
  tx: Tx,
  ids: readonly number[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, string>> => {
  const unused = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(inArray(certificates.id, [...ids]), inArray(certificates.state, ['valid', 'lapsed'])))
    .orderBy(certificates.id)
    .for('update');
  const removed = await deleteUnnamed(
    tx,
    unused.map(({ id }) => id),
    deleteCertificates,
  );
  const about = { actor, action: 'certificate.remove', subject: 'certificate' } as const;
  await recordEvents(
    tx,
    removed.map((id) => ({ ...about, subjectId: id })),
    now,
  );
  const gone = new Set(removed);
  return new Map(
    ids.filter((id) => !gone.has(id)).map((id) => [id, '已展延、更正、撤銷，或已申請展延、寄過到期提醒']),
  );
};
