import { zodResolver } from '@hookform/resolvers/zod';
import { type Course, CourseForm } from '@portal/contract/office/catalogue';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { createCourse } from '../api/create-course.ts';
import { editCourse } from '../api/edit-course.ts';
import { CourseFields } from './course-fields.tsx';
import { type CourseValues, fieldsOf, newCourse, valuesOf } from './course-values.ts';
import { useCoursesChanged } from './use-courses-changed.ts';

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
      course ? editCourse(course.id, { ...body, version }) : createCourse(body, idempotencyKey),
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
      button={{ label: course ? formsText.save : text.new }}
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
