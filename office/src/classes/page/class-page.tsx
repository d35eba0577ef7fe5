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
      under={[{ label: text.title, to: paths.trainingClasses.to() }]}
    >
      {(trainingClass) => (
        <Fragment key={id}>
          <Tabs id={trainingClass.id} />
          <Outlet context={trainingClass} />
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
    to: path === '' ? paths.trainingClass.to({ id }) : paths.classTab.to({ id, tab: path }),
  }));
  return <PageTabs label={text.tabs} tabs={tabs} />;
};
