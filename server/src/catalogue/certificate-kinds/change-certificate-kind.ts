import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { certificateKinds } from '../tables.ts';
import { refusingTakenKind } from './create-certificate-kind.ts';

type Kind = Pick<typeof certificateKinds.$inferInsert, 'name' | 'type' | 'years' | 'registerPattern'>;

/** Throws `kind_name_taken`. The caller has checked the right and the version, and records it. */
export const changeCertificateKind = async (tx: Tx, id: number, kind: Kind): Promise<void> => {
  await refusingTakenKind(() => tx.update(certificateKinds).set(kind).where(eq(certificateKinds.id, id)));
};
