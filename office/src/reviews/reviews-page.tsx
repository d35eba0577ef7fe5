import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { onBehalfText } from '../text/zh-TW/on-behalf.ts';
import { reviewsText as text } from '../text/zh-TW/reviews.ts';
import { LastDecision } from './decide/last-decision.tsx';
import { MasterDetail } from './master-detail.tsx';
import { QueuePanel } from './queue/queue-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { useReviewing } from './use-reviewing.ts';

/** 報名審核: the queue beside the registration that is reviewed. */
export const ReviewsPage = () => {
  usePageTitle(text.title);
  const mayDecide = useMay('registration.review');
  const reviewing = useReviewing();
  const { filter, queue, openedId, shownId, narrow, deciding } = reviewing;
  return (
    <>
      <div
        className={`mb-4 flex flex-wrap items-center justify-between gap-3 ${openedId === null ? '' : 'max-lg:sr-only'}`}
      >
        <h1>{text.title}</h1>
        {mayDecide && <ButtonLink to={paths.enrolOnBehalf}>{onBehalfText.open}</ButtonLink>}
      </div>
      <LastDecision
        decision={deciding.decision}
        isReopening={deciding.reopen.isPending}
        onReopen={(id) => deciding.reopen.mutate(id)}
      />
      <MasterDetail
        detail={shownId === null ? null : <ReviewPanel id={shownId} reviewing={reviewing} />}
        isDetailOpened={openedId !== null}
        list={
          <QueuePanel
            filter={filter}
            hasDecided={deciding.decision !== null}
            mayDecide={mayDecide}
            onFilter={narrow}
            queue={queue}
            shownId={shownId}
          />
        }
      />
    </>
  );
};
