import { FieldError, FieldHint, labelClass, RequiredMark } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { formsText } from '../text/zh-TW/forms.ts';

const text = formsText.file;

export const chosenFile = (missing: string) =>
  z.custom<File, File | null>((value) => value instanceof File, missing);

interface FileFieldProps {
  label: string;
  hint?: string;
  /** The types that the file chooser offers. The server checks the content. */
  accept: string;
  hasFocus?: boolean;
}

/** The field `file` of the form, which is required. */
export const FileField = ({ label, hint, accept, hasFocus = false }: FileFieldProps) => {
  const id = useId();
  const { field, fieldState } = useController<{ file: File | null }, 'file'>({ name: 'file' });
  const fault = fieldState.error?.message;
  const described = [hint && `${id}-hint`, `${id}-chosen`, fault && `${id}-error`];
  return (
    <div>
      <p className={labelClass} id={`${id}-label`}>
        {label}
        <RequiredMark />
      </p>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
          <Icon name="file" />
          {text.choose}
          <input
            accept={accept}
            aria-describedby={described.filter(Boolean).join(' ')}
            aria-invalid={fault ? true : undefined}
            aria-labelledby={`${id}-label`}
            className="sr-only"
            data-autofocus={hasFocus || undefined}
            onChange={({ currentTarget }) => {
              field.onChange(currentTarget.files?.[0] ?? null);
              // Allow the same file to be chosen again.
              currentTarget.value = '';
            }}
            ref={field.ref}
            type="file"
          />
        </label>
        <span className="min-w-0 break-all" id={`${id}-chosen`}>
          {field.value?.name ?? text.none}
        </span>
      </div>
      <div id={`${id}-error`} role="alert">
        <FieldError>{fault}</FieldError>
      </div>
    </div>
  );
};
