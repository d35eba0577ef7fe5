import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { isPasswordAmong } from '../../accounts/passwords/passwords.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { applicantCodes } from '../tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const APPLICANT_CODE_MINUTES = 15;
const TRIES = 5;
/** A person gets at most this many codes in an hour, whoever asks. */
export const APPLICANT_CODES = 3;

interface CodeRequest {
  readonly accountId: number;
  readonly staffId: number;
}

const ofBoth = ({ accountId, staffId }: CodeRequest) =>
  and(
    eq(applicantCodes.accountId, accountId),
    eq(applicantCodes.staffId, staffId),
    isNull(applicantCodes.endedAt),
  );

/** Replaces the former code of the same staff member. False if the person got too many. Lock the account first. */
export const storeApplicantCode = async (
  tx: Tx,
  { codeHash, ...asked }: CodeRequest & { readonly codeHash: string },
  now: Date,
): Promise<boolean> => {
  const [found] = await tx
    .select({ codes: count() })
    .from(applicantCodes)
    .where(
      and(
        eq(applicantCodes.accountId, asked.accountId),
        gt(applicantCodes.createdAt, new Date(now.getTime() - HOUR)),
      ),
    );
  if (found && found.codes >= APPLICANT_CODES) return false;
  await tx.update(applicantCodes).set({ endedAt: now }).where(ofBoth(asked));
  const expiresAt = new Date(now.getTime() + APPLICANT_CODE_MINUTES * MINUTE);
  await tx.insert(applicantCodes).values({ ...asked, codeHash, createdAt: now, expiresAt });
  return true;
};

/** Counts before comparing, so that simultaneous entries cannot share an attempt. */
export const isApplicantCode = async (
  db: Database,
  { code, ...asked }: CodeRequest & { readonly code: string },
  now: Date,
): Promise<boolean> => {
  const [sent] = await db
    .update(applicantCodes)
    .set({ tries: sql`${applicantCodes.tries} + 1` })
    .where(and(ofBoth(asked), gt(applicantCodes.expiresAt, now), lt(applicantCodes.tries, TRIES)))
    .returning({ codeHash: applicantCodes.codeHash });
  return sent !== undefined && isPasswordAmong(sent.codeHash, [code]);
};

/** False if the code was used or replaced meanwhile. */
export const endApplicantCode = async (tx: Tx, asked: CodeRequest, now: Date): Promise<boolean> => {
  const ended = await tx
    .update(applicantCodes)
    .set({ endedAt: now })
    .where(ofBoth(asked))
    .returning({ id: applicantCodes.id });
  return ended.length > 0;
};
