import { type UploadedPicture, uploadPicture } from '@portal/contract/office/pictures';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import {
  controlClass,
  FieldError,
  FieldHint,
  labelClass,
  RequiredMark,
  TextField,
} from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { UploadProgress } from '@portal/kit/ui/upload-progress.tsx';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../platform/call.ts';
import { richTextText } from '../text/zh-TW/rich-text.ts';

const text = richTextText.picture;

interface DescriptionProps {
  alt: string;
  onAlt: (alt: string) => void;
  error: string | undefined;
  isFirst?: boolean;
}

const Description = ({ alt, onAlt, error, isFirst = false }: DescriptionProps) => (
  <TextField
    autoComplete="off"
    data-autofocus={isFirst || undefined}
    error={error}
    hint={text.altHint}
    label={text.alt}
    maxLength={200}
    onChange={(event) => onAlt(event.currentTarget.value)}
    required
    value={alt}
  />
);

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
        <Description
          alt={alt}
          error={isTried && alt.trim() === '' ? text.altMissing : undefined}
          isFirst
          onAlt={setAlt}
        />
      </form>
    </Dialog>
  );
};

interface NewPicture extends UploadedPicture {
  readonly alt: string;
}

interface AddPictureProps {
  /** A file that was pasted or dropped. */
  given: File | null;
  onAdd: (picture: NewPicture) => void;
  onClose: () => void;
}

const useUpload = () => {
  const [progress, setProgress] = useState(0);
  const sending = useSending({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', (await shrinkPicture(file)) ?? file);
      return call(uploadPicture, { form, onProgress: setProgress });
    },
  });
  return { sending, progress };
};

/** Uploads a picture and hands it on with its description. */
export const AddPictureDialog = ({ given, onAdd, onClose }: AddPictureProps) => {
  const form = useId();
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState('');
  const [isTried, setTried] = useState(false);
  const { sending, progress } = useUpload();
  const fileFault = firstError(sending.error, 'file') ?? (isTried && !file ? text.file : undefined);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!file || alt.trim() === '') return;
    const uploaded = await sending.mutateAsync(file).catch(() => null);
    if (uploaded) onAdd({ ...uploaded, alt: alt.trim() });
  };
  return (
    <Dialog
      actions={
        <Button busy={sending.isPending} busyLabel={text.adding} form={form} type="submit" variant="primary">
          {text.add}
        </Button>
      }
      busy={sending.isPending}
      isForm
      onClose={onClose}
      open
      title={text.addTitle}
    >
      <form className="space-y-4" id={form} method="post" noValidate onSubmit={add}>
        <FileChoice error={fileFault} file={file} onFile={setFile} />
        <Description
          alt={alt}
          error={isTried && alt.trim() === '' ? text.altMissing : undefined}
          isFirst={given !== null}
          onAlt={setAlt}
        />
        {sending.isPending && progress > 0 && <UploadProgress progress={progress} />}
        {sending.error && !fileFault && (
          <Notice live tone="danger">
            {failureText(sending.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
};

interface FileChoiceProps {
  file: File | null;
  onFile: (file: File) => void;
  error: string | undefined;
}

const FileChoice = ({ file, onFile, error }: FileChoiceProps) => {
  const id = useId();
  return (
    <div>
      <label className={labelClass} htmlFor={id}>
        {text.file}
        <RequiredMark />
      </label>
      <FieldHint id={`${id}-hint`}>{text.fileHint}</FieldHint>
      <input
        accept="image/jpeg,image/png,image/webp"
        aria-describedby={`${id}-hint ${id}-error`}
        aria-invalid={error ? true : undefined}
        className={`mt-1 ${controlClass}`}
        data-autofocus={file === null || undefined}
        id={id}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onFile(chosen);
        }}
        type="file"
      />
      {file && <p className="mt-1 text-ink-soft text-sm">{file.name}</p>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
};
