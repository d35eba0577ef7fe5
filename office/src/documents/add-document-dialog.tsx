import { zodResolver } from '@hookform/resolvers/zod';
import type { OfficeDocuments } from '@portal/contract/office/documents';
import type { Option } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { historyKey } from '../audit/api/keys.ts';
import { registrationQuery } from '../enrolment/api/get-registration.ts';
import { chosenFile, FileField } from '../forms/file-field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { documentsText } from '../text/zh-TW/documents.ts';
import { addDocument } from './api/add-document.ts';

const text = documentsText.add;

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

const AddDocumentForm = z.object({ asked: z.string(), file: chosenFile(text.fileMissing) });

export const AddDocumentDialog = ({ registrationId, found, onClose }: AddDocumentDialogProps) => {
  const queries = useQueryClient();
  const [progress, setProgress] = useState(0);
  const options = optionsOf(found);
  const save = useSave<z.input<typeof AddDocumentForm>, z.infer<typeof AddDocumentForm>, unknown>({
    defaultValues: { asked: options[0]?.value ?? '', file: null },
    resolver: zodResolver(AddDocumentForm),
    fields: ['asked', 'file'],
    isShort: true,
    send: ({ asked, file }, { idempotencyKey }) =>
      addDocument({ asked, file, registrationId, idempotencyKey, onProgress: setProgress }),
    done: text.done,
    onDone: () => {
      queries.invalidateQueries({ queryKey: historyKey });
      queries.invalidateQueries(registrationQuery(registrationId));
      onClose();
    },
  });
  return (
    <FormDialog
      button={{ label: text.open }}
      onClose={onClose}
      progress={progress}
      save={save}
      title={text.open}
    >
      <SelectField {...save.form.register('asked')} label={text.which} options={options} placeholder={null} />
      <FileField accept={ACCEPTED} label={text.file} />
      <p className="text-ink-soft text-sm">{text.hint}</p>
    </FormDialog>
  );
};
