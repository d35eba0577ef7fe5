import type { Course } from '@portal/contract/office/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { LoadedPage, Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { courseQuery } from '../api/get-course.ts';
import { courseHistoryQuery } from '../api/get-course-history.ts';
import { CourseFormOf } from './course-form.tsx';

const under = [{ label: text.title, to: paths.courses.to() }] as const;

export const NewCoursePage = () => (
  <Page title={text.newTitle} under={under}>
    <CourseFormOf course={null} mayEdit />
  </Page>
);

export const CoursePage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={text.gone}
      head={({ name }) => ({ title: name })}
      kind={text.title}
      query={useQuery(courseQuery(Number(id)))}
      under={under}
    >
      {(course) => <CourseBody course={course} key={id} />}
    </LoadedPage>
  );
};

const CourseBody = ({ course }: { course: Course }) => (
  <>
    <CourseFormOf course={course} mayEdit={useMay('settings.edit')} />
    <History query={useQuery(courseHistoryQuery(course.id))} thing={{ subject: 'course', id: course.id }} />
  </>
);
