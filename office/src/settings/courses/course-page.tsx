import type { Course } from '@portal/contract/office/courses';
import { failureKind, loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { courseHistoryQuery, courseQuery } from './api.ts';
import { CourseFormOf } from './course-form.tsx';

/** A new course. */
export const NewCoursePage = () => {
  usePageTitle(text.newTitle);
  return (
    <>
      <Breadcrumbs items={[{ label: text.title, to: paths.courses }, { label: text.newTitle }]} />
      <h1 className="mb-6">{text.newTitle}</h1>
      <CourseFormOf course={null} mayEdit />
    </>
  );
};

/** One course, to be edited by those who may. */
export const CoursePage = () => {
  const { id } = useParams();
  const query = useQuery(courseQuery(Number(id)));
  usePageTitle(query.data?.name ?? text.title);
  if (query.error && failureKind(query.error) === 'missing') return <Gone />;
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? <Shown course={query.data} key={id} /> : <SkeletonRows />}
    </LoadFault>
  );
};

const Gone = () => (
  <ErrorState kind="missing" message={text.gone}>
    <ButtonLink to={paths.courses}>{text.back}</ButtonLink>
  </ErrorState>
);

const Shown = ({ course }: { course: Course }) => (
  <>
    <Breadcrumbs items={[{ label: text.title, to: paths.courses }, { label: course.name }]} />
    <h1 className="mb-6">{course.name}</h1>
    <CourseFormOf course={course} mayEdit={useMay('settings.edit')} />
    <History query={useQuery(courseHistoryQuery(course.id))} />
  </>
);
