import { zodResolver } from '@hookform/resolvers/zod';
import { IntroTypeForm, type IntroTypeRow, type UploadedPicture } from '@portal/contract/office/content';
import { FieldError, FieldHint, labelClass, RequiredMark, TextField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useAct } from '../../forms/use-act.ts';
import { useSave } from '../../forms/use-save.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { createIntroType } from '../api/create-intro-type.ts';
import { editIntroType } from '../api/edit-intro-type.ts';
import { useSetIntroTypes } from '../api/get-intro-types.ts';
import { uploadPicture } from '../api/upload-picture.ts';

const text = contentText.intros;
const fields = ['title', 'src'] as const;

interface NewProps {
  onClose: () => void;
}

export const NewTypeDialog = ({ onClose }: NewProps) => {
  const setTypes = useSetIntroTypes();
  const save = useSave<IntroTypeForm, IntroTypeForm, IntroTypeRow[]>({
    defaultValues: { title: '', src: '' },
    resolver: zodResolver(IntroTypeForm),
    fields,
    send: (body, { idempotencyKey }) => createIntroType(body, idempotencyKey),
    done: text.savedType,
    onDone: (rows) => {
      setTypes(rows);
      onClose();
    },
  });
  return (
    <FormDialog onClose={onClose} save={save} title={text.newType}>
      <TypeFields />
    </FormDialog>
  );
};

export const EditTypeDialog = ({ row, onClose }: NewProps & { row: IntroTypeRow }) => {
  const setTypes = useSetIntroTypes();
  const { id, title, src, version } = row;
  const save = useSave<IntroTypeForm, IntroTypeForm, IntroTypeRow[]>({
    defaultValues: { title, src },
    resolver: zodResolver(IntroTypeForm),
    fields,
    version,
    send: (body, seen) => editIntroType(id, { ...body, version: seen.version }),
    done: text.savedType,
    onDone: (rows) => {
      setTypes(rows);
      onClose();
    },
  });
  return (
    <FormDialog onClose={onClose} save={save} title={text.editTypeTitle}>
      <TypeFields />
    </FormDialog>
  );
};

const TypeFields = () => {
  const { register, formState } = useFormContext<IntroTypeForm>();
  return (
    <>
      <TextField
        {...register('title')}
        autoComplete="off"
        error={formState.errors.title?.message}
        label={text.typeTitle}
        required
      />
      <PictureField />
    </>
  );
};

/** Uploads a chosen picture at once; the form keeps its address. */
const PictureField = () => {
  const id = useId();
  const { field, fieldState } = useController<IntroTypeForm, 'src'>({ name: 'src' });
  const [failed, setFailed] = useState<string>();
  const send = useAct<UploadedPicture, File>({
    work: uploadPicture,
    onDone: ({ src }) => field.onChange(src),
    onFailed: setFailed,
  });
  return (
    <fieldset className="min-w-0">
      <legend className={labelClass}>
        {text.picture}
        <RequiredMark />
      </legend>
      <FieldHint id={`${id}-hint`}>{text.pictureHint}</FieldHint>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {field.value !== '' && (
          <img
            alt={text.currentPicture}
            className="size-20 rounded object-cover"
            src={`${field.value}?w=400`}
          />
        )}
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
          <Icon name="file" />
          {send.isPending ? text.sendingPicture : text.choosePicture}
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
