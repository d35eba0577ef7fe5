import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { certificateKinds } from './tables.ts';

/** For certificates that are issued afterwards. The caller has checked the right and the version, and records it. */
export const setRegisterPattern = async (tx: Tx, kindId: number, registerPattern: string): Promise<void> => {
  await tx.update(certificateKinds).set({ registerPattern }).where(eq(certificateKinds.id, kindId));
};
