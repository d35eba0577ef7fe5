import type { OfficeDocuments } from '@portal/contract/office/documents';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FieldError, labelClass, type Option } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { historyKey } from '../audit/api.ts';
import { registrationQuery } from '../reviews/api/registration.ts';
import { documentsText } from '../text/zh-TW/documents.ts';
import { sendDocument } from './api.ts';

const text = documentsText.add;

/** For the file chooser; the server checks the content. */
const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/heic,image/heif,.pdf,.heic,.heif';

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
      queries.invalidateQueries({ queryKey: historyKey });
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
          file={file}
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
  file: File | null;
  fault: string | null | undefined;
  onChoose: (file: File | null) => void;
}

const FileField = ({ file, fault, onChoose }: FileFieldProps) => {
  const [label, chosen, error] = [useId(), useId(), useId()];
  return (
    <div>
      <p className={labelClass} id={label}>
        {text.file}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
          <Icon name="file" />
          {text.choose}
          <input
            accept={ACCEPTED}
            aria-describedby={fault ? `${chosen} ${error}` : chosen}
            aria-invalid={fault ? true : undefined}
            aria-labelledby={label}
            className="sr-only"
            onChange={({ currentTarget }) => {
              onChoose(currentTarget.files?.[0] ?? null);
              // Allow the same file to be chosen again.
              currentTarget.value = '';
            }}
            type="file"
          />
        </label>
        <span className="min-w-0 break-all" id={chosen}>
          {file?.name ?? text.noFile}
        </span>
      </div>
      <div id={error} role="alert">
        <FieldError>{fault ?? undefined}</FieldError>
      </div>
    </div>
  );
};
