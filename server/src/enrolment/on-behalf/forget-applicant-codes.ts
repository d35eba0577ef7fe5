import { lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { applicantCodes } from '../tables.ts';

const DAY = 24 * 3_600_000;

/** Those of the last day count for the limit. */
export const forgetApplicantCodes = async (db: Database, now: Date): Promise<void> => {
  await db.delete(applicantCodes).where(lt(applicantCodes.createdAt, new Date(now.getTime() - DAY)));
};
