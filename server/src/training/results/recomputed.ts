import { type Proposed, proposeAgain } from '@portal/contract/office/training';
import type { Proposal } from '../rules.ts';
import type { SubjectRow } from './achievements.ts';
import type { Score } from './record-result.ts';

/* Pure. */

/** The result of the same attendance with `scores` alone. */
export const recomputed = (
  { proposal }: { readonly proposal: Proposal },
  subjects: readonly SubjectRow[],
  scores: readonly Score[],
): Proposed => {
  const corrected = new Map(scores.map(({ subjectId, score }) => [subjectId, score]));
  return proposeAgain(
    proposal.reasons,
    subjects.map(({ id, name, passScore }) => ({ name, passScore, score: corrected.get(id) ?? null })),
  );
};
