import type { CourseRow } from '@portal/contract/office/courses';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { SettingsNav } from '../settings-nav.tsx';
import { coursesQuery } from './api.ts';

/** 設定 › 訓練項目. */
export const CoursesPage = () => {
  usePageTitle(text.title);
  const query = useQuery(coursesQuery);
  return (
    <>
      <SettingsNav />
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>{text.title}</h1>
          <p className="mt-1 text-ink-soft">{text.lead}</p>
        </div>
        {useMay('settings.edit') && (
          <ButtonLink to={paths.newCourse} variant="primary">
            {text.new}
          </ButtonLink>
        )}
      </div>
      <LoadFault status={loadStatus(query)}>
        {query.data ? <CoursesTable courses={query.data} /> : <SkeletonRows />}
      </LoadFault>
    </>
  );
};

const columns: readonly Column<CourseRow>[] = [
  { key: 'name', header: text.name, cell: (course) => <CourseLink course={course} />, primary: true },
  { key: 'code', header: text.code, cell: ({ code }) => code, together: true },
  { key: 'kind', header: text.kind, cell: ({ kind }) => kind },
  { key: 'hours', header: text.hours, cell: ({ hours }) => hours, align: 'end' },
  { key: 'fee', header: text.fee, cell: ({ fee }) => fee.toLocaleString('zh-TW'), align: 'end' },
  { key: 'seats', header: text.seats, cell: ({ limitNumber }) => limitNumber, align: 'end' },
  { key: 'subjects', header: text.subjectCount, cell: ({ subjects }) => subjects, align: 'end' },
  { key: 'classes', header: text.classes, cell: ({ classes }) => classes, align: 'end' },
];

const CourseLink = ({ course: { id, name } }: { course: CourseRow }) => (
  <Link
    className="font-semibold text-sea-800 underline hover:no-underline"
    to={generatePath(paths.course, { id: `${id}` })}
  >
    {name}
  </Link>
);

const CoursesTable = ({ courses }: { courses: readonly CourseRow[] }) => (
  <DataTable
    caption={text.caption}
    columns={columns}
    empty={<EmptyState icon="clipboard" title={text.empty} />}
    rowKey={({ id }) => id}
    rows={courses}
  />
);
