import type { OfficeGroup } from '@portal/contract/office/groups';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Outlet, useParams } from 'react-router';
import { DialogButton } from '../forms/dialog-button.tsx';
import { LoadedPage } from '../platform/page.tsx';
import { PageTabs } from '../platform/page-tabs.tsx';
import { paths } from '../platform/paths.ts';
import { sessionQuery } from '../platform/session.ts';
import { groupsText as text } from '../text/zh-TW/groups.ts';
import { groupQuery } from './api/get-group.ts';
import { EditDialog } from './edit-dialog.tsx';
import { groupTabs } from './group-tabs.ts';

export const GroupPage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={text.gone}
      head={(group) => ({
        title: group.name,
        crumb: group.code,
        lead: `${group.code}　${text.organization}：${group.organization?.name ?? text.whole}`,
        actions: group.can.manage && (
          <DialogButton
            dialog={(close) => <EditDialog group={group} onClose={close} />}
            label={text.edit.open}
          />
        ),
      })}
      kind={text.title}
      query={useQuery(groupQuery(Number(id)))}
      under={[{ label: text.title, to: paths.groups.to() }]}
    >
      {(group) => (
        <Fragment key={id}>
          <Tabs group={group} />
          <Outlet context={group} />
        </Fragment>
      )}
    </LoadedPage>
  );
};

const Tabs = ({ group: { id, organization, isLookedAfter } }: { group: OfficeGroup }) => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  const shown = groupTabs.filter(
    ({ right, isOfBranch }) => (right === undefined || can.includes(right)) && (!isOfBranch || isLookedAfter),
  );
  const tabs = shown.map(({ path, title }) => ({
    name: title,
    to: path === '' ? paths.group.to({ id }) : paths.groupTab.to({ id, tab: path }),
  }));
  return (
    <>
      {!isLookedAfter && (
        <div className="mb-4">
          <Notice tone="info">{text.readOnly(organization?.name ?? text.whole)}</Notice>
        </div>
      )}
      <PageTabs label={text.tabs} tabs={tabs} />
    </>
  );
};
