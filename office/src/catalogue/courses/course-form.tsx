import { zodResolver } from '@hookform/resolvers/zod';
import { type Course, CourseForm, createCourse, editCourse } from '@portal/contract/office/courses';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { call } from '../../platform/call.ts';
import { paths } from '../../platform/paths.ts';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { useCoursesChanged } from './api.ts';
import { CourseFields } from './course-fields.tsx';
import { type CourseValues, fieldsOf, newCourse, valuesOf } from './course-values.ts';

interface CourseFormProps {
  /** Null for a new course. */
  course: Course | null;
  mayEdit: boolean;
}

const useCourseForm = (course: Course | null) => {
  const navigate = useNavigate();
  const changed = useCoursesChanged();
  return useSave<CourseValues, CourseForm, Course>({
    defaultValues: course ? valuesOf(course) : newCourse,
    resolver: zodResolver(CourseForm),
    fields: fieldsOf,
    ...(course && { version: course.version }),
    send: (body, { version, idempotencyKey }) =>
      course
        ? call(editCourse, { params: { id: course.id }, body: { ...body, version } })
        : call(createCourse, { body, idempotencyKey }),
    done: course ? text.saved : text.added,
    stays: course !== null,
    onDone: () => {
      changed();
      if (!course) navigate(paths.courses.to());
    },
  });
};

/** Read-only without the right to edit. */
export const CourseFormOf = ({ course, mayEdit }: CourseFormProps) => {
  const save = useCourseForm(course);
  const navigate = useNavigate();
  return (
    <SaveForm
      className="max-w-5xl space-y-6"
      isReadOnly={!mayEdit}
      onCancel={() => navigate(paths.courses.to())}
      save={save}
    >
      <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
        <CourseFields id={course?.id ?? null} />
      </fieldset>
    </SaveForm>
  );
};
