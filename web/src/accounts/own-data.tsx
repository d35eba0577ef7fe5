import { readableTime } from '@portal/contract/dates';
import type { Erasure } from '@portal/contract/privacy';
import { CallRefused, loadStatus } from '@portal/kit/browser/call.ts';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { ownDataText } from '../text/zh-TW/own-data.ts';
import { useExport } from './api/export-own-data.ts';
import { erasureQuery } from './api/get-erasure.ts';
import { useErasure } from './use-erasure.ts';

const text = ownDataText.data;

const notifyFailures = (error: unknown) => {
  for (const failure of failureTexts(error)) notify(failure, 'danger');
};

const notifyExportFailure = (error: unknown) => {
  if (error instanceof CallRefused && error.status === 429) notify(text.exportTooMany, 'danger');
  else notifyFailures(error);
};

export const OwnData = () => {
  const { mutate, isPending } = useExport(text.fileName);
  return (
    <FormSection title={text.title}>
      <p>
        <Link
          className="inline-flex min-h-11 items-center text-sea-800 underline hover:no-underline"
          to={paths.privacy.to()}
        >
          {text.notice}
        </Link>
      </p>
      <p className="mt-4">{text.exportLead}</p>
      <Button
        busy={isPending}
        busyLabel={text.exporting}
        className="mt-2"
        onClick={() => mutate(undefined, { onError: notifyExportFailure })}
      >
        {text.exportButton}
      </Button>
      <ErasureRequest />
    </FormSection>
  );
};

const ErasureRequest = () => {
  const query = useQuery(erasureQuery());
  const { mutate, isPending } = useErasure();
  const [asking, setAsking] = useState(false);
  const send = (step: 'request' | 'withdraw', done: string) =>
    mutate(step, {
      onSuccess: () => notify(done, 'success'),
      onError: notifyFailures,
      onSettled: () => setAsking(false),
    });
  return (
    <div className="mt-6 border-line border-t pt-4">
      <p>{text.erasureLead}</p>
      <LoadFault status={loadStatus(query)}>
        {query.data ? <ErasureState erasure={query.data} /> : <SkeletonRows rows={1} />}
      </LoadFault>
      {query.data?.can_withdraw && (
        <Button busy={isPending} className="mt-2" onClick={() => send('withdraw', text.takenBack)}>
          {text.withdrawButton}
        </Button>
      )}
      {query.data?.can_request && (
        <Button className="mt-2" onClick={() => setAsking(true)}>
          {text.erasureButton}
        </Button>
      )}
      <ConfirmDialog
        busy={isPending}
        confirmLabel={text.confirm}
        onClose={() => setAsking(false)}
        onConfirm={() => send('request', text.sent)}
        open={asking}
        text={text.really}
        title={text.asking}
      />
    </div>
  );
};

const erasureText = ({ state, requested_at, closed_at, reason }: Erasure): string | null => {
  if (state === 'requested') return text.requested(readableTime(new Date(requested_at ?? 0)));
  if (state === 'withdrawn') return text.withdrawn(readableTime(new Date(closed_at ?? 0)));
  return state === 'declined' ? text.declined(reason ?? '') : null;
};

const ErasureState = ({ erasure }: { erasure: Erasure }) => {
  const said = erasureText(erasure);
  return said && <Notice>{said}</Notice>;
};
