import type { CertificatePictureKind } from '@portal/contract/office/certificate-layouts';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, FieldHint, labelClass } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useAct } from '../../forms/use-act.ts';
import { layoutsText } from '../../text/zh-TW/certificate-layouts.ts';
import { uploadPicture } from '../api/upload-picture.ts';
import { StoredPicture } from './stored-picture.tsx';

const text = layoutsText.picture;

interface PictureFieldProps {
  kind: CertificatePictureKind;
  label: string;
  hint: string;
}

type PictureValues = Record<`${CertificatePictureKind}Id`, number | null>;

/** Uploads a chosen picture at once; the form keeps its id. */
export const PictureField = ({ kind, label, hint }: PictureFieldProps) => {
  const id = useId();
  const { field, fieldState } = useController<PictureValues>({ name: `${kind}Id` });
  const [failed, setFailed] = useState<string>();
  const send = useAct<{ id: number }, File>({
    work: (file) => uploadPicture(kind, file),
    onDone: (picture) => field.onChange(picture.id),
    onFailed: setFailed,
  });
  const fault = failed ?? fieldState.error?.message;
  return (
    <fieldset className="min-w-0">
      <legend className={labelClass}>{label}</legend>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {field.value !== null && (
          <StoredPicture className="size-16" id={field.value} label={text.current(label)} />
        )}
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
          <Icon name="file" />
          {send.isPending ? text.sending : text.choose}
          <input
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${id}-hint`}
            aria-label={text.chooseOf(label)}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // Allow the same file to be chosen again.
              setFailed(undefined);
              if (file) send.mutate(file);
              currentTarget.value = '';
            }}
            ref={field.ref}
            type="file"
          />
        </label>
        {field.value !== null && (
          <Button aria-label={text.removeOf(label)} onClick={() => field.onChange(null)} variant="quiet">
            {text.remove}
          </Button>
        )}
      </div>
      <div role="alert">
        <FieldError>{fault}</FieldError>
      </div>
    </fieldset>
  );
};
