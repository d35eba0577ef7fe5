import { attachmentExtensions } from '@portal/contract/office/classes';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { type DragEvent, useState } from 'react';
import { attachmentsText as text } from '../../text/zh-TW/attachments.ts';
import { type Upload, useUploads } from './use-uploads.ts';

const accept = attachmentExtensions.map((extension) => `.${extension}`).join(',');

export const UploadArea = ({ classId }: { classId: number }) => {
  const { uploads, add, dismiss } = useUploads(classId);
  const { isOver, ...dropping } = useDrop(add);
  return (
    <div className="space-y-4">
      <section
        aria-label={text.choose}
        className={`rounded-lg border-2 border-dashed p-6 text-center ${isOver ? 'border-sea-700 bg-sea-50' : 'border-line-strong bg-surface'}`}
        {...dropping}
      >
        <FileInput onFiles={add} />
        <p className="mt-2">{text.drop}</p>
        <p className="mt-1 text-ink-soft text-sm">{text.rules}</p>
      </section>
      <ul aria-label={text.uploads} className="space-y-2">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} onDismiss={() => dismiss(upload.key)} upload={upload} />
        ))}
      </ul>
    </div>
  );
};

const useDrop = (onFiles: (files: readonly File[]) => void) => {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    isOver,
    onDragOver: over,
    onDragEnter: over,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
};

const FileInput = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-5 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2">
    <Icon name="file" />
    {text.choose}
    <input
      accept={accept}
      className="sr-only"
      multiple
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        // Allow the same file to be chosen again.
        event.currentTarget.value = '';
      }}
      type="file"
    />
  </label>
);

const stateText = ({ state, progress, fault }: Upload): string => {
  if (state === 'failed') return fault ?? '';
  if (state === 'done') return text.uploaded;
  if (state === 'waiting') return text.waiting;
  return progress < 1 ? text.uploading(Math.round(progress * 100)) : text.checking;
};

const UploadRow = ({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) => {
  const { file, state, progress } = upload;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-4 py-2">
      <div className="min-w-48 flex-1">
        <p className="break-all font-semibold">{file.name}</p>
        <p
          className={state === 'failed' ? 'font-semibold text-danger-700' : 'text-ink-soft text-sm'}
          role="status"
        >
          {stateText(upload)}
        </p>
        {state === 'sending' && (
          <progress
            aria-label={file.name}
            className="mt-1 block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-sea-600 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-sea-600"
            max={1}
            value={progress}
          />
        )}
      </div>
      {(state === 'failed' || state === 'done') && (
        <Button aria-label={text.dismissLabel(file.name)} onClick={onDismiss} variant="quiet">
          {text.dismiss}
        </Button>
      )}
    </li>
  );
};
