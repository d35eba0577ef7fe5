import { and, eq, gt, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { staffChallenges } from '../tables.ts';

const VALID_MS = 5 * 60_000;

type Purpose = (typeof staffChallenges.$inferSelect)['purpose'];

/** The account is unknown when a passkey signs in. */
export interface Question {
  readonly purpose: Purpose;
  readonly staffId: number | null;
}

export const keepChallenge = async (
  db: Executor,
  question: Question,
  challenge: string,
  now: Date,
): Promise<void> => {
  await db
    .insert(staffChallenges)
    .values({ ...question, challenge, expiresAt: new Date(now.getTime() + VALID_MS) });
};

const ClientData = z.object({ challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/)) });

export const challengeIn = (clientDataJson: string): string | null => {
  try {
    const parsed = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    return z.safeParse(ClientData, parsed).data?.challenge ?? null;
  } catch {
    return null;
  }
};

/** Uses up the challenge, or refuses. */
export const takeChallenge = async (
  db: Executor,
  { purpose, staffId }: Question,
  clientDataJson: string,
  now: Date,
): Promise<string> => {
  const [taken] = await db
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.challenge, challengeIn(clientDataJson) ?? ''),
        eq(staffChallenges.purpose, purpose),
        staffId === null ? isNull(staffChallenges.staffId) : eq(staffChallenges.staffId, staffId),
        gt(staffChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: staffChallenges.challenge });
  if (!taken) throw new Refusal('passkey_refused');
  return taken.challenge;
};
