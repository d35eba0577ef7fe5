import { today } from '@portal/contract/dates';
import type { GroupCertificates } from '@portal/contract/group-certificates';
import type { Group } from '@portal/contract/groups';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupCertificatesText as text } from '../../text/zh-TW/group-certificates.ts';
import { groupCertificatesQuery } from './api/get-certificates.ts';
import { useSaveGroupFile } from './api/save-file.ts';
import { Matrix } from './matrix.tsx';
import { NeedsDialog } from './needs-dialog.tsx';
import { NeedsTable } from './needs-table.tsx';

/** Shows the certificates that the workplace needs, their holders, and the way to a class for people who are due. */
export const CertificatesTab = ({ group }: { group: Group }) => {
  const query = useQuery(groupCertificatesQuery(group.code));
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? <Certificates shown={query.data} /> : <SkeletonRows rows={6} />}
    </LoadFault>
  );
};

const Certificates = ({ shown }: { shown: GroupCertificates }) => {
  const [isEditing, setEditing] = useState(false);
  const hasNeeds = shown.kinds.length > 0;
  return (
    <div className="space-y-6">
      {hasNeeds ? (
        <>
          <section className="space-y-3">
            <h2>{text.needs}</h2>
            <div className="flex flex-wrap gap-3 print:hidden">
              <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
                {text.edit}
              </Button>
              <Files group={shown.group} />
            </div>
            <NeedsTable shown={shown} />
          </section>
          <Matrix shown={shown} />
          <p className="text-ink-soft text-sm print:hidden">{text.note}</p>
        </>
      ) : (
        <EmptyState
          action={
            <Button aria-haspopup="dialog" onClick={() => setEditing(true)} variant="primary">
              {text.set}
            </Button>
          }
          icon="clipboard"
          title={text.none}
        >
          {text.noneHint}
        </EmptyState>
      )}
      {isEditing && <NeedsDialog onClose={() => setEditing(false)} shown={shown} />}
    </div>
  );
};

const labels = { xlsx: text.sheet, pdf: text.paper } as const;

const Files = ({ group: { code, name } }: { group: Group }) => {
  const { mutate, isPending, error, variables } = useSaveGroupFile(code);
  const save = (extension: keyof typeof labels) =>
    mutate({ extension, fileName: text.fileName(name, today(new Date()), extension) });
  return (
    <>
      {(['xlsx', 'pdf'] as const).map((extension) => (
        <Button
          busy={isPending && variables?.extension === extension}
          key={extension}
          onClick={() => save(extension)}
          waits={isPending}
        >
          <Icon name="download" />
          {labels[extension]}
        </Button>
      ))}
      {error && (
        <div className="w-full">
          <Notice live tone="danger">
            {failureText(error)}
          </Notice>
        </div>
      )}
    </>
  );
};
