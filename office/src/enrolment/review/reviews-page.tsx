import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { reviewsText as text } from '../../text/zh-TW/reviews.ts';
import { LastDecision } from './decide/last-decision.tsx';
import { ReopenDialog } from './decide/reopen-dialog.tsx';
import { MasterDetail } from './master-detail.tsx';
import { QueuePanel } from './queue/queue-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { useReviewing } from './use-reviewing.ts';

export const ReviewsPage = () => {
  const mayDecide = useMay('registration.review');
  const reviewing = useReviewing();
  const { filter, queue, openedId, shownId, narrow, deciding } = reviewing;
  const { reopen } = deciding;
  return (
    <Page
      actions={mayDecide && <ButtonLink to={paths.enrolOnBehalf.to()}>{onBehalfText.open}</ButtonLink>}
      isHeadHidden={openedId !== null}
      title={text.title}
    >
      <LastDecision
        decision={deciding.decision}
        failed={deciding.approve.failed}
        onReopen={reopen.ask}
        onShow={reviewing.show}
      />
      {reopen.asked && <ReopenDialog detail={reopen.asked} onClose={reopen.close} onReopened={reopen.done} />}
      <MasterDetail
        detail={shownId === null ? null : <ReviewPanel id={shownId} reviewing={reviewing} />}
        isDetailOpened={openedId !== null}
        list={
          <QueuePanel
            filter={filter}
            hasDecided={deciding.decision !== null}
            mayDecide={mayDecide}
            onApproved={deciding.approveTogether}
            onFilter={narrow}
            queue={queue}
            shownId={shownId}
          />
        }
      />
    </Page>
  );
};
