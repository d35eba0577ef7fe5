import type { OfficeDocuments } from '@portal/contract/office/documents';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FieldError, labelClass, type Option } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { registrationQuery } from '../reviews/api/registration.ts';
import { documentsText } from '../text/zh-TW/documents.ts';
import { sendDocument } from './api.ts';

const text = documentsText.add;

/** What the chooser offers; the server looks into the file. */
const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/heic,image/heif,.pdf,.heic,.heif';

/** The asked documents that are not there, and any other. */
const optionsOf = ({ asked, documents }: OfficeDocuments): Option[] => [
  ...asked
    .filter(({ name }) => !documents.some((document) => document.asked === name))
    .map(({ id, name }) => ({ value: `${id}`, label: name })),
  { value: '', label: documentsText.other },
];

interface AddDocumentDialogProps {
  registrationId: number;
  found: OfficeDocuments;
  onClose: () => void;
}

const useAdding = (registrationId: number, onAdded: () => void) => {
  const queries = useQueryClient();
  const [progress, setProgress] = useState(0);
  const [key, renewKey] = useState(randomKey);
  const send = useSending({
    mutationFn: (document: { asked: string; file: File }) =>
      sendDocument({ ...document, registrationId, idempotencyKey: key, onProgress: setProgress }),
    onSuccess: async () => {
      await queries.invalidateQueries(registrationQuery(registrationId));
      notify(text.done, 'success');
      onAdded();
    },
  });
  const reset = () => {
    send.reset();
    renewKey(randomKey());
  };
  return { send, progress, reset };
};

/** A file, and which document it is. */
export const AddDocumentDialog = ({ registrationId, found, onClose }: AddDocumentDialogProps) => {
  const options = optionsOf(found);
  const [asked, setAsked] = useState(options[0]?.value ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { send, progress, reset } = useAdding(registrationId, onClose);
  const fault = isMissing ? text.fileMissing : send.error && failureTexts(send.error).join('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(file === null);
    if (file) send.mutate({ asked, file });
  };
  return (
    <Dialog busy={send.isPending} isForm onClose={onClose} open title={text.open}>
      <form className="space-y-4" noValidate onSubmit={submit}>
        <SelectField
          label={text.which}
          onChange={({ currentTarget }) => setAsked(currentTarget.value)}
          options={options}
          placeholder={null}
          value={asked}
        />
        <FileField
          fault={fault}
          onChoose={(chosen) => {
            reset();
            setMissing(false);
            setFile(chosen);
          }}
        />
        <p className="text-ink-soft text-sm">{text.hint}</p>
        <FormEnd isSending={send.isPending} onCancel={onClose} progress={progress} />
      </form>
    </Dialog>
  );
};

interface FileFieldProps {
  fault: string | null | undefined;
  onChoose: (file: File | null) => void;
}

const FileField = ({ fault, onChoose }: FileFieldProps) => {
  const [input, error] = [useId(), useId()];
  return (
    <div>
      <label className={labelClass} htmlFor={input}>
        {text.file}
      </label>
      <input
        accept={ACCEPTED}
        aria-describedby={fault ? error : undefined}
        aria-invalid={fault ? true : undefined}
        className="mt-1 block min-h-11 w-full max-w-full rounded-md border border-line-strong bg-surface p-2"
        id={input}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
        type="file"
      />
      <div id={error} role="alert">
        <FieldError>{fault ?? undefined}</FieldError>
      </div>
    </div>
  );
};
