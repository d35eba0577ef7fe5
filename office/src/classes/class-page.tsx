import type { OfficeClass } from '@portal/contract/office/classes';
import { failureKind, loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { generatePath, NavLink, Outlet, useParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { sessionQuery } from '../platform/session.ts';
import { classesText as text } from '../text/zh-TW/classes.ts';
import { classQuery } from './api.ts';
import { ClassStateBadge } from './class-state-badge.tsx';
import { classTabs } from './class-tabs.ts';

/** One class with its tabs. */
export const ClassPage = () => {
  const { id } = useParams();
  const query = useQuery(classQuery(Number(id)));
  usePageTitle(query.data && `${query.data.code} ${query.data.course.name}`);
  if (query.error && failureKind(query.error) === 'missing') return <Gone />;
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? <Opening key={id} opening={query.data} /> : <SkeletonRows />}
    </LoadFault>
  );
};

const Gone = () => (
  <ErrorState kind="missing" message={text.gone}>
    <ButtonLink to={paths.openings}>{text.back}</ButtonLink>
  </ErrorState>
);

const Opening = ({ opening }: { opening: OfficeClass }) => (
  <>
    <Breadcrumbs items={[{ label: text.title, to: paths.openings }, { label: opening.code }]} />
    <div className="flex flex-wrap items-center gap-3">
      <h1>{opening.course.name}</h1>
      <ClassStateBadge state={opening.state} />
    </div>
    <Tabs id={opening.id} />
    <Outlet context={opening} />
  </>
);

const tabLook =
  'inline-flex min-h-11 items-center border-b-4 border-transparent px-3 font-semibold text-sea-800 no-underline hover:bg-sea-50 aria-[current=page]:border-sea-700';

const Tabs = ({ id }: { id: number }) => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  const base = generatePath(paths.opening, { id: `${id}` });
  const shown = classTabs.filter(({ right }) => right === undefined || can.includes(right));
  return (
    <nav aria-label={text.tabs} className="mt-4 mb-6 border-line-strong border-b print:hidden">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {shown.map(({ path, title }) => (
          <li key={path}>
            <NavLink className={tabLook} end to={path === '' ? base : `${base}/${path}`}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};
