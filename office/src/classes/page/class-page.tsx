import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Outlet, useParams } from 'react-router';
import { LoadedPage } from '../../platform/page.tsx';
import { PageTabs } from '../../platform/page-tabs.tsx';
import { paths } from '../../platform/paths.ts';
import { sessionQuery } from '../../platform/session.ts';
import { classesText as text } from '../../text/zh-TW/classes.ts';
import { classQuery } from '../api/get-class.ts';
import { ClassStateBadge } from '../class-state-badge.tsx';
import { classTabs } from './class-tabs.ts';

export const ClassPage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={text.gone}
      head={({ code, course, state }) => ({
        title: course.name,
        tabTitle: `${code} ${course.name}`,
        crumb: code,
        badge: <ClassStateBadge state={state} />,
      })}
      kind={text.kind}
      query={useQuery(classQuery(Number(id)))}
      under={[{ label: text.title, to: paths.openings.to() }]}
    >
      {(opening) => (
        <Fragment key={id}>
          <Tabs id={opening.id} />
          <Outlet context={opening} />
        </Fragment>
      )}
    </LoadedPage>
  );
};

const Tabs = ({ id }: { id: number }) => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  const shown = classTabs.filter(({ right }) => right === undefined || can.includes(right));
  const tabs = shown.map(({ path, title }) => ({
    name: title,
    to: path === '' ? paths.opening.to({ id }) : paths.openingTab.to({ id, tab: path }),
  }));
  return <PageTabs label={text.tabs} tabs={tabs} />;
};
