import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Outlet, useParams } from 'react-router';
import { LoadedPage } from '../../platform/page.tsx';
import { PageTabs } from '../../platform/page-tabs.tsx';
import { paths } from '../../platform/paths.ts';
import { sessionQuery } from '../../platform/session.ts';
import { classesText as text } from '../../text/zh-TW/classes.ts';
import { ClassActs } from '../acts/class-acts.tsx';
import { classQuery } from '../api/get-class.ts';
import { ClassStateBadge } from '../class-state-badge.tsx';
import { ClassFacts, ClassSummary } from './class-summary.tsx';
import { classTabs } from './class-tabs.ts';

export const ClassPage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={text.gone}
      head={(trainingClass) => ({
        title: trainingClass.course.name,
        tabTitle: `${trainingClass.code} ${trainingClass.course.name}`,
        crumb: trainingClass.code,
        badge: <ClassStateBadge state={trainingClass.state} />,
        lead: <ClassFacts trainingClass={trainingClass} />,
        actions: <ClassActs trainingClass={trainingClass} />,
      })}
      kind={text.kind}
      query={useQuery(classQuery(Number(id)))}
      under={[{ label: text.title, to: paths.trainingClasses.to() }]}
    >
      {(trainingClass) => (
        <Fragment key={id}>
          <ClassSummary trainingClass={trainingClass} />
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
