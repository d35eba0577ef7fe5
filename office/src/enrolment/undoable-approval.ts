import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { historyKey } from '../audit/api/keys.ts';
import { type BulkResult, listKey } from '../lists/list.ts';
import type { UndoableAct } from '../platform/undo.ts';
import { reviewsText } from '../text/zh-TW/reviews.ts';
import { registrationChanged, registrationKey } from './api/get-registration.ts';
import { reviewsKey } from './api/get-review-queue.ts';
import { undoApproval } from './api/undo-approval.ts';
import { undoApprovals } from './api/undo-approvals.ts';

const text = reviewsText.decide;

/** `detail` is the registration after its approval. `onUndone` gets it after the undo. */
export const undoableApproval = (
  detail: RegistrationDetail,
  {
    onUndone,
    say,
  }: Pick<UndoableAct, 'say'> & { readonly onUndone?: (detail: RegistrationDetail) => void } = {},
): UndoableAct => ({
  text: text.approved(detail.person.name, detail.class.code),
  undo: async (queries) => {
    const undone = await undoApproval(detail);
    registrationChanged(queries, undone);
    queries.invalidateQueries({ queryKey: listKey('registrations') });
    onUndone?.(undone);
    return { text: text.undone(undone.person.name, undone.class.code) };
  },
  ...(say && { say }),
});

/** Null if none was approved. */
export const undoableApprovals = (
  results: readonly BulkResult[],
  nameOf: (id: number) => string,
): UndoableAct | null => {
  const approved = results.flatMap(({ id, version }) => (version == null ? [] : [{ id, version }]));
  if (approved.length === 0) return null;
  return {
    text: reviewsText.bulk.approved(approved.length),
    undo: async (queries) => {
      const { results: undone } = await undoApprovals(approved);
      for (const queryKey of [registrationKey, historyKey, reviewsKey, listKey('registrations')])
        queries.invalidateQueries({ queryKey });
      const left = undone.filter(({ done }) => !done).map(({ id, why }) => ({ id, name: nameOf(id), why }));
      return { text: reviewsText.bulk.undone(undone.length - left.length, left.length), left };
    },
  };
};
