import { lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { applicantCodes } from '../tables.ts';

const DAY = 24 * 3_600_000;

/** Keeps the codes of the last day, because they count for the limit. */
export const forgetApplicantCodes = async (db: Database, now: Date): Promise<void> => {
  await db.delete(applicantCodes).where(lt(applicantCodes.createdAt, new Date(now.getTime() - DAY)));
};
