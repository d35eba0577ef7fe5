import { useNavigate } from 'react-router';
import { useScope } from '../../platform/scope.ts';
import { useDeciding } from './decide/use-deciding.ts';
import { useQueue } from './queue/use-queue.ts';
import { neighboursOf, shownAfter } from './queue-order.ts';
import { type ReviewFilter, useReviewPlace, withoutBranch, writePlace } from './review-place.ts';
import { useIsSideBySide } from './use-is-side-by-side.ts';
import { useShownFocus } from './use-shown-focus.ts';

export const useReviewing = () => {
  const { filter: asked, id: openedId } = useReviewPlace();
  const { organization } = useScope();
  const filter = organization === undefined ? asked : withoutBranch(asked);
  const navigate = useNavigate();
  const queue = useQueue(filter, openedId);
  const isWide = useIsSideBySide();
  const ids = queue.rows.map(({ id }) => id);
  const shownId = openedId ?? (isWide ? (ids[0] ?? null) : null);
  const show = (id: number | null) => navigate(writePlace({ filter, id }), { replace: true });
  const narrow = (next: ReviewFilter) => navigate(writePlace({ filter: next, id: null }), { replace: true });
  const deciding = useDeciding({
    onLeft: (id, sent) =>
      show(
        shownAfter(
          ids.filter((other) => other === id || !sent.has(other)),
          id,
        ),
      ),
    onBack: show,
    onReopened: show,
  });
  const onHeadingShown = useShownFocus(shownId, openedId);
  return {
    filter,
    queue,
    openedId,
    shownId,
    ...neighboursOf(ids, shownId),
    show,
    narrow,
    deciding,
    onHeadingShown,
  };
};

export type Reviewing = ReturnType<typeof useReviewing>;
