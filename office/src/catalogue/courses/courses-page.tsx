import { dollars } from '@portal/contract/money';
import type { CourseRow } from '@portal/contract/office/catalogue';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { coursesQuery } from '../api/get-courses.ts';

export const CoursesPage = () => {
  const query = useQuery(coursesQuery);
  const create = (
    <ButtonLink to={paths.newCourse.to()} variant="primary">
      {text.new}
    </ButtonLink>
  );
  return (
    <Page
      actions={useMay('settings.edit') && create}
      lead={text.lead}
      nav={<SettingsNav />}
      title={text.title}
    >
      <Loaded query={query}>{(courses) => <CoursesTable courses={courses} />}</Loaded>
    </Page>
  );
};

const columns: readonly Column<CourseRow>[] = [
  { key: 'name', header: text.name, cell: (course) => <CourseLink course={course} />, primary: true },
  { key: 'code', header: text.code, cell: ({ code }) => code, together: true },
  { key: 'kind', header: text.kind, cell: ({ kind }) => kind },
  { key: 'hours', header: text.hours, cell: ({ hours }) => hours, align: 'end' },
  { key: 'fee', header: text.fee, cell: ({ fee }) => dollars(fee), align: 'end' },
  { key: 'seats', header: text.seats, cell: ({ limitNumber }) => limitNumber, align: 'end' },
  { key: 'subjects', header: text.subjectCount, cell: ({ subjects }) => subjects, align: 'end' },
  { key: 'classes', header: text.classes, cell: ({ classes }) => classes, align: 'end' },
];

const CourseLink = ({ course: { id, name } }: { course: CourseRow }) => (
  <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.course.to({ id })}>
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
