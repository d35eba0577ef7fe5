import { REASON_MAX } from '@portal/contract/office/enrolment';
import { codePoints } from '@portal/contract/primitives';
import { asc } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { reviewPhrases } from '../tables.ts';

export const allPhrases = (db: Executor) =>
  db
    .select({ id: reviewPhrases.id, text: reviewPhrases.text, version: reviewPhrases.version })
    .from(reviewPhrases)
    .orderBy(asc(reviewPhrases.position), asc(reviewPhrases.id));

const findTexts = async (db: Executor, ids: readonly number[]): Promise<string[]> => {
  const texts = new Map((await allPhrases(db)).map(({ id, text }) => [id, text]));
  return ids.map((id) => {
    const text = texts.get(id);
    if (text === undefined) throw new Refusal('phrase_unknown');
    return text;
  });
};

/** Joins the phrases in the given order and the free text, each on a line of its own. */
export const composeReason = async (
  db: Executor,
  { phraseIds, reason }: { phraseIds: readonly number[]; reason: string | null },
): Promise<string> => {
  const phrases = await findTexts(db, [...new Set(phraseIds)]);
  const composed = [...phrases, ...(reason === null ? [] : [reason])].join('\n');
  if (composed === '') throw new Refusal('reason_required');
  if (codePoints(composed) > REASON_MAX) throw new Refusal('reason_too_long', { values: { n: REASON_MAX } });
  return composed;
};
