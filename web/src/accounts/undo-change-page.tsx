import { firstError, loadStatus } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { useLostAnswer } from '@portal/kit/browser/use-lost-answer.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { undoChangeText as text } from '../text/zh-TW/undo-change.ts';
import { undoPreviewQuery } from './api/preview-undo.ts';
import { useUndo } from './api/undo-contact-change.ts';
import { useLinkToken } from './link-token.ts';

/** Opening the page undoes nothing. */
export const UndoChangePage = () => {
  usePageTitle(text.title);
  const token = useLinkToken(paths.undoChange.to());
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: text.title }]} />
      <div className="mx-auto max-w-lg rounded-xl border border-line bg-surface p-5 shadow-card sm:px-8 sm:py-6">
        <h1 className="mb-4">{text.title}</h1>
        {token === null ? <EndedLink reason={text.ended} /> : <Undo key={token} token={token} />}
      </div>
    </>
  );
};

const Undo = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const query = useQuery(undoPreviewQuery(token));
  const { mutate, isPending } = useUndo(token);
  const wasLostBefore = useLostAnswer();
  const [fault, setFault] = useState<string | null>(null);
  const refused = firstError(query.error, 'token');
  const goOn = (reset: string | null) => {
    notify(reset === null ? `${text.done}。${text.next}` : text.done, 'success');
    navigate(paths.forgotPassword.to(), { replace: true, state: reset === null ? null : { token: reset } });
  };
  const undo = () =>
    mutate(undefined, {
      onSuccess: (answer) => goOn(answer.token),
      onError: (error) => {
        const wasDone = wasLostBefore(error) && firstError(error, 'token');
        setFault(wasDone ? text.mayBeDone : (firstError(error, 'token') ?? failureText(error)));
      },
    });

  if (refused) return <EndedLink reason={refused} />;
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? (
        <div className="space-y-4">
          <p>{query.data.changes.length > 0 ? text.lead : text.nothing}</p>
          {query.data.changes.length > 0 && (
            <Rows rows={query.data.changes.map(({ name, value }) => ({ term: name, value }))} />
          )}
          <p className="text-ink-soft">{text.notYou}</p>
          {fault && (
            <Notice live tone="danger">
              {fault}
            </Notice>
          )}
          <Button busy={isPending} busyLabel={text.sending} onClick={undo} variant="primary">
            {text.undo}
          </Button>
        </div>
      ) : (
        <SkeletonRows rows={2} />
      )}
    </LoadFault>
  );
};

const EndedLink = ({ reason }: { reason: string }) => (
  <div className="space-y-4">
    <Notice live tone="danger">
      {reason}
    </Notice>
    <ButtonLink replace to={paths.forgotPassword.to()}>
      {text.forgotPassword}
    </ButtonLink>
  </div>
);
