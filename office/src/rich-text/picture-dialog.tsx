import { zodResolver } from '@hookform/resolvers/zod';
import { text as required } from '@portal/contract/fields';
import type { UploadedPicture } from '@portal/contract/office/content';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { UploadProgress } from '@portal/kit/ui/upload-progress.tsx';
import { type FormEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { chosenFile, FileField } from '../forms/file-field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { richTextText } from '../text/zh-TW/rich-text.ts';
import { uploadPicture } from './api/upload-picture.ts';

const text = richTextText.picture;
const ALT_MAX = 200;

const description = {
  autoComplete: 'off',
  hint: text.altHint,
  label: text.alt,
  maxLength: ALT_MAX,
  required: true,
} as const;

interface EditPictureProps {
  alt: string;
  onSave: (alt: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** The description of a picture that is there. */
export const EditPictureDialog = ({ alt: written, onSave, onRemove, onClose }: EditPictureProps) => {
  const form = useId();
  const [alt, setAlt] = useState(written);
  const [isTried, setTried] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (alt.trim() === '') setTried(true);
    else onSave(alt.trim());
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onRemove} variant="quiet">
            {text.remove}
          </Button>
          <Button form={form} type="submit" variant="primary">
            {text.save}
          </Button>
        </>
      }
      isForm
      onClose={onClose}
      open
      title={text.editTitle}
    >
      <form id={form} method="post" noValidate onSubmit={save}>
        <TextField
          {...description}
          data-autofocus
          error={isTried && alt.trim() === '' ? text.altMissing : undefined}
          onChange={(event) => setAlt(event.currentTarget.value)}
          value={alt}
        />
      </form>
    </Dialog>
  );
};

const PictureForm = z.object({
  file: chosenFile(text.fileMissing),
  alt: required({ label: text.alt, max: ALT_MAX }),
});
type PictureForm = z.infer<typeof PictureForm>;

interface NewPicture extends UploadedPicture {
  readonly alt: string;
}

interface AddPictureProps {
  /** A file that was pasted or dropped. */
  given: File | null;
  onAdd: (picture: NewPicture) => void;
  onClose: () => void;
}

/** Uploads a picture and hands it on with its description. */
export const AddPictureDialog = ({ given, onAdd, onClose }: AddPictureProps) => {
  const [progress, setProgress] = useState(0);
  const save = useSave<z.input<typeof PictureForm>, PictureForm, NewPicture>({
    defaultValues: { file: given, alt: '' },
    resolver: zodResolver(PictureForm),
    fields: ['file', 'alt'],
    isShort: true,
    send: async ({ file, alt }, { idempotencyKey }) => ({
      ...(await uploadPicture(file, { idempotencyKey, onProgress: setProgress })),
      alt,
    }),
    onDone: onAdd,
  });
  const { register, formState } = save.form;
  return (
    <FormDialog
      button={{ label: text.add, sending: text.adding }}
      onClose={onClose}
      save={save}
      title={text.addTitle}
    >
      <FileField
        accept="image/jpeg,image/png,image/webp"
        hasFocus={given === null}
        hint={text.fileHint}
        label={text.file}
      />
      <TextField
        {...description}
        {...register('alt')}
        data-autofocus={given !== null || undefined}
        error={formState.errors.alt?.message}
      />
      {formState.isSubmitting && progress > 0 && <UploadProgress progress={progress} />}
    </FormDialog>
  );
};
