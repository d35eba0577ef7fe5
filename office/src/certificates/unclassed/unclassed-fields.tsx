import { DateField } from '@portal/kit/ui/date-field.tsx';
import { type Option, TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { courseNamesQuery } from '../../catalogue/api/get-course-names.ts';
import { FileField } from '../../forms/file-field.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { useScope } from '../../platform/scope.ts';
import { unclassedText as text } from '../../text/zh-TW/unclassed.ts';
import type { UnclassedValues } from './unclassed-values.ts';

const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/heic,image/heif,.pdf,.heic,.heif';

const Day = ({ name }: { name: 'issuedOn' | 'endTime' | 'firstDay' | 'lastDay' }) => {
  const { field, fieldState } = useController<UnclassedValues, typeof name>({ name });
  return (
    <DateField
      error={fieldState.error?.message}
      hint={name === 'endTime' ? text.endTimeHint : undefined}
      label={text[name]}
      name={name}
      onChange={field.onChange}
      required={name === 'issuedOn'}
      value={field.value}
    />
  );
};

const Choice = ({ name, options }: { name: 'organizationId' | 'courseId'; options: readonly Option[] }) => {
  const { register, formState } = useFormContext<UnclassedValues>();
  return (
    <SelectField
      {...register(name)}
      error={formState.errors[name]?.message}
      hint={name === 'courseId' ? text.courseHint : undefined}
      label={name === 'courseId' ? text.course : text.organization}
      options={options}
      required
    />
  );
};

export const CertificateFields = () => {
  const { organizations } = useScope();
  return (
    <div className="space-y-4">
      <Choice
        name="organizationId"
        options={organizations.map(({ id, name }) => ({ value: `${id}`, label: name }))}
      />
      <Loaded query={useQuery(courseNamesQuery)} rowClassName="h-11" rows={1}>
        {(courses) => (
          <Choice
            name="courseId"
            options={courses.map(({ id, chinese_name }) => ({ value: `${id}`, label: chinese_name }))}
          />
        )}
      </Loaded>
      <div className="grid gap-4 sm:grid-cols-2">
        <Day name="issuedOn" />
        <Day name="endTime" />
      </div>
    </div>
  );
};

export const TrainingFields = () => {
  const { register, formState } = useFormContext<UnclassedValues>();
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Day name="firstDay" />
        <Day name="lastDay" />
      </div>
      <TextField
        {...register('hours')}
        digitsOnly
        error={formState.errors.hours?.message}
        label={text.hours}
        maxLength={4}
        unit={text.unit}
      />
    </div>
  );
};

export const BasisFields = () => {
  const { register, formState } = useFormContext<UnclassedValues>();
  return (
    <div className="space-y-4">
      <TextArea
        {...register('reason')}
        error={formState.errors.reason?.message}
        hint={text.reasonHint}
        label={text.reason}
        maxLength={500}
        required
        rows={3}
      />
      <FileField accept={ACCEPTED} hint={text.fileHint} label={text.file} />
    </div>
  );
};
