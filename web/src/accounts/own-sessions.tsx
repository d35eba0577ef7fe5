import { readableTime } from '@portal/contract/dates';
import type { OwnSession } from '@portal/contract/sessions';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownDataText } from '../text/zh-TW/own-data.ts';
import { ownSessionsQuery } from './api/get-own-sessions.ts';
import { useEndSessions } from './use-end-sessions.ts';

const text = ownDataText.sessions;

const notifyFailures = (error: unknown) => {
  for (const failure of failureTexts(error)) notify(failure, 'danger');
};

const deviceName = ({ device }: OwnSession): string => device ?? text.unknownDevice;

export const OwnSessions = () => {
  const query = useQuery(ownSessionsQuery());
  const { mutate, isPending } = useEndSessions();
  const [toEnd, setToEnd] = useState<OwnSession | 'others' | null>(null);
  const end = () => {
    if (toEnd === null) return;
    mutate(toEnd === 'others' ? null : toEnd.id, {
      onSuccess: () => notify(text.done, 'success'),
      onError: notifyFailures,
      onSettled: () => setToEnd(null),
    });
  };
  const others = query.data?.filter(({ current }) => !current) ?? [];
  return (
    <FormSection title={text.title}>
      <p className="mb-4">{text.lead}</p>
      <LoadFault status={loadStatus(query)}>
        {query.data ? <LoginList onEnd={setToEnd} sessions={query.data} /> : <SkeletonRows rows={1} />}
      </LoadFault>
      {others.length > 0 && (
        <Button className="mt-4" onClick={() => setToEnd('others')}>
          {text.endOthers}
        </Button>
      )}
      <ConfirmDialog
        busy={isPending}
        confirmLabel={text.end}
        onClose={() => setToEnd(null)}
        onConfirm={end}
        open={toEnd !== null}
        text={toEnd === null || toEnd === 'others' ? text.reallyOthers : text.reallyOne(deviceName(toEnd))}
        title={text.asking}
      />
    </FormSection>
  );
};

interface LoginListProps {
  sessions: readonly OwnSession[];
  onEnd: (session: OwnSession) => void;
}

const LoginList = ({ sessions, onEnd }: LoginListProps) => (
  <ul className="divide-y divide-line border-line border-y">
    {sessions.map((session) => (
      <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3" key={session.id}>
        <SessionFacts session={session} />
        {!session.current && (
          <Button
            aria-label={text.endLabel(deviceName(session))}
            onClick={() => onEnd(session)}
            variant="quiet"
          >
            {text.end}
          </Button>
        )}
      </li>
    ))}
  </ul>
);

const SessionFacts = ({ session }: { session: OwnSession }) => (
  <div className="min-w-0">
    <p className="flex flex-wrap items-center gap-2 font-semibold">
      {deviceName(session)}
      {session.current && <Badge tone="ok">{text.current}</Badge>}
    </p>
    <p className="text-ink-soft text-sm tabular [overflow-wrap:anywhere]">
      {`${text.network}：${session.network ?? text.unknown}`}
      <br />
      {`${text.began}：${readableTime(new Date(session.created_at))}`}
      <br />
      {`${text.used}：${readableTime(new Date(session.last_used_at))}`}
    </p>
  </div>
);
