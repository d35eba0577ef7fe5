import { DOCUMENTS_AT_MOST } from '@portal/contract/documents';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, TextField } from '@portal/kit/ui/field.tsx';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { coursesText } from '../../text/zh-TW/courses.ts';
import { type CourseValues, newDocument } from './course-values.ts';
import { PartActs } from './part-acts.tsx';

const text = coursesText.documents;

/** Stands in a form with the value `documents`. */
export const DocumentsFields = () => {
  const { fields, append, remove, swap } = useFieldArray<CourseValues, 'documents', 'key'>({
    name: 'documents',
    keyName: 'key',
  });
  const { errors } = useFormContext<CourseValues>().formState;
  return (
    <fieldset className="min-w-0 space-y-3" data-field="documents">
      <legend className="sr-only">{text.title}</legend>
      <p className="text-ink-soft text-sm">{fields.length === 0 ? text.none : text.hint}</p>
      {fields.map(({ key }, index) => (
        <RequiredDocumentRow count={fields.length} index={index} key={key} onRemove={remove} onSwap={swap} />
      ))}
      {fields.length < DOCUMENTS_AT_MOST && <Button onClick={() => append(newDocument)}>{text.add}</Button>}
      <FieldError>{errors.documents?.root?.message ?? errors.documents?.message}</FieldError>
    </fieldset>
  );
};

interface RequiredDocumentRowProps {
  index: number;
  count: number;
  onSwap: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

const RequiredDocumentRow = ({ index, ...acts }: RequiredDocumentRowProps) => {
  const { register, formState } = useFormContext<CourseValues>();
  const errors = formState.errors.documents?.[index];
  return (
    <fieldset className="grid min-w-0 items-start gap-3 rounded-md border border-line p-3 lg:grid-cols-[1fr_2fr_auto_auto]">
      <legend className="sr-only">{text.numbered(index + 1)}</legend>
      <TextField
        {...register(`documents.${index}.name`)}
        autoComplete="off"
        error={errors?.name?.message}
        label={text.name}
        required
      />
      <TextField
        {...register(`documents.${index}.hint`)}
        autoComplete="off"
        error={errors?.hint?.message}
        label={text.note}
      />
      <label className="inline-flex min-h-11 items-center gap-2 self-end">
        <input
          {...register(`documents.${index}.required`)}
          className="size-5 accent-sea-700"
          type="checkbox"
        />
        {text.required}
      </label>
      <PartActs {...acts} index={index} name={text.numbered(index + 1)} />
    </fieldset>
  );
};
