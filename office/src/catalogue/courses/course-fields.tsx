import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { Loaded } from '../../platform/loaded.tsx';
import { useMay } from '../../platform/session.ts';
import { RichTextField } from '../../rich-text/rich-text-field.tsx';
import { coursesText as text } from '../../text/zh-TW/courses.ts';
import { certificateKindsQuery } from '../api/get-certificate-kinds.ts';
import { coursesQuery } from '../api/get-courses.ts';
import type { CourseValues } from './course-values.ts';
import { DocumentsFields } from './documents-fields.tsx';
import { SubjectsFields } from './subjects-fields.tsx';

/** `id`: null for a new course. */
export const CourseFields = ({ id }: { id: number | null }) => (
  <>
    <FormSection title={text.basics}>
      <Basics />
    </FormSection>
    <FormSection title={text.subjects.title}>
      <SubjectsFields />
    </FormSection>
    <FormSection title={text.rules}>
      <div className="space-y-4">
        <NumberField
          hint={text.attendanceHint}
          label={text.attendance}
          name="attendanceMinimum"
          unit={text.attendanceUnit}
        />
        <Requires id={id} />
      </div>
    </FormSection>
    <FormSection title={text.documents.title}>
      <DocumentsFields />
    </FormSection>
    <FormSection title={text.defaults}>
      <Defaults />
    </FormSection>
  </>
);

type NumberName = 'hours' | 'fee' | 'limitNumber' | 'paymentDays' | 'attendanceMinimum';

interface NumberFieldProps {
  name: NumberName;
  label: string;
  unit: string;
  hint?: string;
}

const NumberField = ({ name, ...shown }: NumberFieldProps) => {
  const { register, formState } = useFormContext<CourseValues>();
  return (
    <TextField
      {...register(name)}
      {...shown}
      className="max-w-xs"
      digitsOnly
      error={formState.errors[name]?.message}
      required
    />
  );
};

const Basics = () => {
  const { register, formState } = useFormContext<CourseValues>();
  const { errors } = formState;
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <TextField
        {...register('name')}
        autoComplete="off"
        error={errors.name?.message}
        label={text.name}
        required
      />
      <TextField
        {...register('code')}
        autoComplete="off"
        error={errors.code?.message}
        hint={text.codeHint}
        label={text.code}
        required
        upperCase
      />
      <KindField />
      <NumberField label={text.hours} name="hours" unit={text.hoursUnit} />
    </div>
  );
};

const KindField = () => {
  const { register, formState } = useFormContext<CourseValues>();
  const kinds = useQuery(certificateKindsQuery);
  return (
    <Loaded query={kinds} rowClassName="h-11" rows={1}>
      {(data) => (
        <SelectField
          {...register('kindId', { valueAsNumber: true })}
          error={formState.errors.kindId?.message}
          label={text.kind}
          options={data.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          required
        />
      )}
    </Loaded>
  );
};

const Requires = ({ id }: { id: number | null }) => {
  const courses = useQuery(coursesQuery);
  const { field, fieldState } = useController<CourseValues, 'requires'>({ name: 'requires' });
  return (
    <Loaded query={courses} rowClassName="h-11" rows={2}>
      {(all) => {
        const others = all.filter((course) => course.id !== id);
        return (
          <CheckboxGroup
            error={fieldState.error?.message}
            hint={others.length === 0 ? text.noOthers : text.requiresHint}
            label={text.requires}
            name="requires"
            onChange={(chosen) => field.onChange(chosen.map(Number))}
            options={others.map((course) => ({ value: `${course.id}`, label: course.name }))}
            value={field.value.map(String)}
          />
        );
      }}
    </Loaded>
  );
};

const Defaults = () => (
  <div className="space-y-4">
    <p className="text-ink-soft text-sm">{text.defaultsHint}</p>
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <NumberField label={text.fee} name="fee" unit={text.feeUnit} />
      <NumberField label={text.seats} name="limitNumber" unit={text.seatsUnit} />
      <NumberField
        hint={text.paymentDaysHint}
        label={text.paymentDays}
        name="paymentDays"
        unit={text.paymentDaysUnit}
      />
    </div>
    <TextOfClass hint={text.htmlHint} label={text.html} name="html" />
    <TextOfClass hint={text.paidHtmlHint} label={text.paidHtml} name="paidHtml" />
    <TextOfClass hint={text.infoHint} label={text.info} name="info" />
  </div>
);

interface TextOfClassProps {
  name: 'html' | 'paidHtml' | 'info';
  label: string;
  hint: string;
}

const TextOfClass = ({ name, ...shown }: TextOfClassProps) => {
  const { field, fieldState } = useController<CourseValues, TextOfClassProps['name']>({ name });
  const mayEdit = useMay('settings.edit');
  return <RichTextField {...field} {...shown} disabled={!mayEdit} error={fieldState.error?.message} />;
};
