import type { GivenDocument, RegistrationDocuments } from '@portal/contract/documents';
import { failureText, failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { useRemoveDocument } from './api/remove-document.ts';
import { saveDocument } from './api/save-document.ts';
import { AskedTitle, type Shown } from './asked-title.tsx';
import { FileInput } from './file-input.tsx';
import { UploadState } from './upload-state.tsx';
import { useUpload } from './use-upload.ts';

interface DocumentPlaceProps {
  registration: RegistrationDocuments;
  asked: number | null;
  shown: Shown;
  given: GivenDocument | undefined;
  /** Uploaded at once. */
  chosen?: File | undefined;
}

export const DocumentPlace = ({ registration, asked, shown, given, chosen }: DocumentPlaceProps) => {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const uploading = useUpload({
    registration: registration.id,
    asked,
    onUploaded: (file) => notify(text.uploaded(file.name), 'success'),
  });
  useStartWith(chosen, uploading.start);
  const mayChoose = given ? registration.can_change && asked !== null : registration.can_add;
  return (
    <li className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <AskedTitle id={hintId} shown={shown} />
        {mayChoose && !uploading.upload && (
          <FileInput
            describedBy={shown.hint === null ? undefined : hintId}
            label={given ? text.replaceFor(shown.name) : text.chooseFor(shown.name)}
            onChoose={uploading.start}
            ref={input}
          >
            {given ? text.replace : text.choose}
          </FileInput>
        )}
      </div>
      {given && (
        <DocumentLine given={given} onRemoved={() => input.current?.focus()} registration={registration} />
      )}
      <UploadState uploading={uploading} />
    </li>
  );
};

/** Once: React runs effects twice in development. */
const useStartWith = (chosen: File | undefined, start: (file: File) => void) => {
  const started = useRef(false);
  useEffect(() => {
    if (!chosen || started.current) return;
    started.current = true;
    start(chosen);
  });
};

interface DocumentLineProps {
  registration: RegistrationDocuments;
  given: GivenDocument;
  onRemoved: () => void;
}

const DocumentLine = ({ registration, given, onRemoved }: DocumentLineProps) => {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveDocument(registration.id);
  const confirm = () =>
    remove.mutate(given.id, {
      onSuccess: () => notify(text.removed(given.name), 'success'),
      onError: (error) => notify(failureTexts(error)[0] ?? failureText(error), 'danger'),
      onSettled: () => {
        setAsking(false);
        setTimeout(onRemoved);
      },
    });
  const save = () =>
    saveDocument(registration.id, given).catch((error: Error) => notify(failureText(error), 'danger'));
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3">
      <Icon className="size-5 text-ok-700" name="check-circle" />
      <Button
        aria-label={text.download(given.name)}
        className="-mx-3 max-w-full break-all font-normal underline"
        onClick={save}
        variant="quiet"
      >
        {given.name}
      </Button>
      <span className="text-ink-soft text-sm">
        {text.size(given.size)}・{text.addedBy[given.added_by]}
      </span>
      {registration.can_change && (
        <Button aria-label={text.removeFor(given.name)} onClick={() => setAsking(true)} variant="quiet">
          {text.remove}
        </Button>
      )}
      <ConfirmDialog
        busy={remove.isPending}
        cancelLabel={text.no}
        confirmLabel={text.remove}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        open={asking}
        text={text.really(given.name)}
        title={text.asking}
      />
    </div>
  );
};
