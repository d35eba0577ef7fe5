import { zodResolver } from '@hookform/resolvers/zod';
import { type Course, CourseForm, createCourse, editCourse } from '@portal/contract/office/courses';
import type { Newer } from '@portal/contract/office/version';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { NewerVersion, newerOf } from '../../lists/newer-version.tsx';
import { call } from '../../platform/call.ts';
import { paths } from '../../platform/paths.ts';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { useCoursesChanged } from './api.ts';
import { CourseFields } from './course-fields.tsx';
import { type CourseValues, fieldsOf, newCourse, valuesOf } from './course-values.ts';

interface CourseFormProps {
  /** Null for a new one. */
  course: Course | null;
  mayEdit: boolean;
}

const useSave = (course: Course | null, onSaved: (saved: Course) => void) => {
  const [newer, setNewer] = useState<Newer | null>(null);
  const { keyFor, forget } = useIdempotencyKey();
  const send = useSending({
    mutationFn: (body: CourseForm) =>
      course
        ? call(editCourse, {
            params: { id: course.id },
            body: { ...body, version: newer?.version ?? course.version },
          })
        : call(createCourse, { body, idempotencyKey: keyFor(JSON.stringify(body)) }),
    onSuccess: (saved) => {
      forget();
      setNewer(null);
      onSaved(saved);
    },
    onError: (error) => setNewer(newerOf(error) ?? newer),
  });
  return { send, newer };
};

const useCourseForm = (course: Course | null) => {
  const navigate = useNavigate();
  const changed = useCoursesChanged();
  const form = useForm<CourseValues, unknown, CourseForm>({
    defaultValues: course ? valuesOf(course) : newCourse,
    resolver: zodResolver(CourseForm),
    shouldFocusError: false,
  });
  const { send, newer } = useSave(course, (saved) => {
    changed();
    notify(course ? text.saved : text.added, 'success');
    if (course) form.reset(valuesOf(saved));
    else navigate(paths.courses);
  });
  const save = (values: CourseForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, fieldsOf(form.getValues()), form.setError));
  return { form, save, newer };
};

/** The form of a course; only shown to those who may not edit. */
export const CourseFormOf = ({ course, mayEdit }: CourseFormProps) => {
  const { form, save, newer } = useCourseForm(course);
  const navigate = useNavigate();
  const { errors, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form className="max-w-5xl space-y-6" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        {newer && <NewerVersion newer={newer} />}
        <FormProblems fields={fieldsOf(form.getValues())} form={form} />
        <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
          <CourseFields id={course?.id ?? null} />
        </fieldset>
        {mayEdit && (
          <FormEnd
            fault={errors.root?.failed}
            isSending={isSubmitting}
            onCancel={() => navigate(paths.courses)}
          />
        )}
      </form>
    </FormProvider>
  );
};
