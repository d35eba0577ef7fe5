import { SUBJECTS_MAX, subjectKinds } from '@portal/contract/office/catalogue';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { coursesText } from '../../text/zh-TW/courses.ts';
import { type CourseValues, newSubject } from './course-values.ts';
import { PartActs } from './part-acts.tsx';

const text = coursesText.subjects;

const kindOptions = subjectKinds.map((kind) => ({ value: kind, label: kind }));

/** Stands in a form with the value `subjects`. */
export const SubjectsFields = () => {
  const { fields, append, remove, swap } = useFieldArray<CourseValues, 'subjects', 'key'>({
    name: 'subjects',
    keyName: 'key',
  });
  const { errors } = useFormContext<CourseValues>().formState;
  return (
    <fieldset className="min-w-0 space-y-3" data-field="subjects">
      <legend className="sr-only">{text.title}</legend>
      <p className="text-ink-soft text-sm">{fields.length === 0 ? text.none : text.hint}</p>
      {fields.map(({ key }, index) => (
        <SubjectRow count={fields.length} index={index} key={key} onRemove={remove} onSwap={swap} />
      ))}
      {fields.length < SUBJECTS_MAX && <Button onClick={() => append(newSubject)}>{text.add}</Button>}
      <FieldError>{errors.subjects?.root?.message ?? errors.subjects?.message}</FieldError>
    </fieldset>
  );
};

interface SubjectRowProps {
  index: number;
  count: number;
  onSwap: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

const SubjectRow = ({ index, ...acts }: SubjectRowProps) => {
  const { register, formState } = useFormContext<CourseValues>();
  const errors = formState.errors.subjects?.[index];
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-3 rounded-md border border-line p-3 lg:grid-cols-[2fr_7rem_6rem_6rem_auto]">
      <legend className="sr-only">{text.numbered(index + 1)}</legend>
      <TextField
        {...register(`subjects.${index}.name`)}
        autoComplete="off"
        className="col-span-2 lg:col-span-1"
        error={errors?.name?.message}
        label={text.name}
        required
      />
      <SelectField
        {...register(`subjects.${index}.kind`)}
        className="col-span-2 lg:col-span-1"
        error={errors?.kind?.message}
        label={text.kind}
        options={kindOptions}
        placeholder={null}
      />
      <TextField
        {...register(`subjects.${index}.fullScore`)}
        digitsOnly
        error={errors?.fullScore?.message}
        label={text.fullScore}
        required
      />
      <TextField
        {...register(`subjects.${index}.passScore`)}
        digitsOnly
        error={errors?.passScore?.message}
        label={text.passScore}
        required
      />
      <PartActs {...acts} index={index} name={text.numbered(index + 1)} />
    </fieldset>
  );
};
