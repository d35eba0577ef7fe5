import type { UploadedPicture } from '@portal/contract/office/content';
import { FieldError, FieldHint, labelClass, RequiredMark } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { type ReactNode, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useAct } from '../forms/use-act.ts';
import { contentText } from '../text/zh-TW/content.ts';
import { uploadPicture } from './api/upload-picture.ts';

const text = contentText.picture;

/** Part of a form. */
interface PictureValues {
  src: string;
}

interface PictureFieldProps {
  hint: string;
  /** Shows the chosen picture. */
  children: (src: string) => ReactNode;
}

/** Uploads a chosen picture at once; the form keeps its address. */
export const PictureField = ({ hint, children }: PictureFieldProps) => {
  const id = useId();
  const { field, fieldState } = useController<PictureValues, 'src'>({ name: 'src' });
  const [failed, setFailed] = useState<string>();
  const send = useAct<UploadedPicture, File>({
    work: uploadPicture,
    onDone: ({ src }) => field.onChange(src),
    onFailed: setFailed,
  });
  return (
    <fieldset className="min-w-0">
      <legend className={labelClass}>
        {text.label}
        <RequiredMark />
      </legend>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {field.value !== '' && children(field.value)}
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
          <Icon name="file" />
          {send.isPending ? text.sending : text.choose}
          <input
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${id}-hint`}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              setFailed(undefined);
              if (file) send.mutate(file);
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
            ref={field.ref}
            type="file"
          />
        </label>
      </div>
      <div role="alert">
        <FieldError>{failed ?? fieldState.error?.message}</FieldError>
      </div>
    </fieldset>
  );
};
