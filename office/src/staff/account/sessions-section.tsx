import { readable } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { ownSessions } from '@portal/contract/office/staff';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { accountText } from '../../text/zh-TW/account.ts';
import { endOwnSession } from '../api/end-own-session.ts';
import { ownSessionsQuery } from '../api/get-own-sessions.ts';
import { deviceName } from './device-name.ts';

const text = accountText.sessions;

type OwnSession = AnswerOf<typeof ownSessions>[number];

const deviceOf = ({ userAgent }: OwnSession): string => deviceName(userAgent) ?? text.unknownDevice;

const columns: readonly Column<OwnSession>[] = [
  { key: 'device', header: text.device, cell: (session) => <Device session={session} />, primary: true },
  { key: 'address', header: text.address, cell: ({ address }) => address },
  { key: 'began', header: text.began, cell: ({ createdAt }) => readable(createdAt), together: true },
  { key: 'used', header: text.used, cell: ({ lastUsedAt }) => readable(lastUsedAt), together: true },
  {
    key: 'act',
    header: text.act,
    cell: (session) => (session.current ? null : <EndButton session={session} />),
    action: true,
  },
];

export const SessionsSection = () => {
  const query = useQuery(ownSessionsQuery);
  const others = query.data?.filter(({ current }) => !current) ?? [];
  return (
    <FormSection title={text.title}>
      <p className="mb-4">{text.lead}</p>
      <Loaded query={query} rows={2}>
        {(data) => (
          <DataTable
            caption={text.title}
            columns={columns}
            empty={null}
            rowKey={({ id }) => id}
            rows={data}
          />
        )}
      </Loaded>
      {others.length > 0 && <EndOthers others={others} />}
    </FormSection>
  );
};

const Device = ({ session }: { session: OwnSession }) => (
  <span className="flex flex-wrap items-center gap-2">
    {deviceOf(session)}
    {session.current && <Badge tone="ok">{text.current}</Badge>}
  </span>
);

const useEnded = () => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
    notify(text.done, 'success');
  };
};

const EndButton = ({ session }: { session: OwnSession }) => {
  const device = deviceOf(session);
  return (
    <ConfirmedAction
      confirmLabel={text.end}
      label={text.endLabel(device)}
      onDone={useEnded()}
      question={text.reallyEnd(device)}
      title={text.endLabel(device)}
      work={() => endOwnSession(session.id)}
    >
      {text.end}
    </ConfirmedAction>
  );
};

const EndOthers = ({ others }: { others: readonly OwnSession[] }) => (
  <div className="mt-4">
    <ConfirmedAction
      confirmLabel={text.end}
      onDone={useEnded()}
      question={text.reallyOthers}
      title={text.endOthers}
      work={() => Promise.all(others.map(({ id }) => endOwnSession(id)))}
    >
      {text.endOthers}
    </ConfirmedAction>
  </div>
);
