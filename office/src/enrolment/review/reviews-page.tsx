import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useEffect } from 'react';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { reviewsText as text } from '../../text/zh-TW/reviews.ts';
import { LastDecision } from './decide/last-decision.tsx';
import { MasterDetail } from './master-detail.tsx';
import { loadPanel } from './panel-code.ts';
import { QueuePanel } from './queue/queue-panel.tsx';
import { useReviewing } from './use-reviewing.ts';

const ReviewPanel = lazyComponent(loadPanel, () => <SkeletonRows />);

const ReopenDialog = lazyComponent(
  async () => (await import('./decide/reopen-dialog.tsx')).ReopenDialog,
  () => null,
);

/** The list is shown first. */
const usePanelAfterList = (isListShown: boolean): void => {
  useEffect(() => {
    if (isListShown) ReviewPanel.preload().catch(() => undefined);
  }, [isListShown]);
};

export const ReviewsPage = () => {
  const mayDecide = useMay('registration.review');
  const reviewing = useReviewing();
  const { filter, queue, openedId, shownId, narrow, deciding } = reviewing;
  const { reopen } = deciding;
  usePanelAfterList(queue.data !== undefined);
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
