import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { UploadProgress } from '@portal/kit/ui/upload-progress.tsx';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import type { useUpload } from './use-upload.ts';

export const UploadState = ({ uploading }: { uploading: ReturnType<typeof useUpload> }) => {
  const { upload } = uploading;
  if (!upload) return null;
  const { file, progress, failure } = upload;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-0 break-all">{file.name}</span>
      {progress !== null && progress < 1 && <UploadProgress progress={progress} />}
      {progress === 1 && <span role="status">{text.checking}</span>}
      {progress !== null && (
        <Button aria-label={text.cancelFor(file.name)} onClick={uploading.dismiss} variant="quiet">
          {text.cancel}
        </Button>
      )}
      {failure && (
        <>
          <p className="flex w-full items-start gap-1 text-danger-700" role="alert">
            <Icon className="mt-0.5 size-5" name="alert-circle" />
            {failure.text}
          </p>
          {failure.canRetry && (
            <Button aria-label={text.retryFor(file.name)} onClick={uploading.retry}>
              {text.retry}
            </Button>
          )}
          <Button aria-label={text.dismissFor(file.name)} onClick={uploading.dismiss} variant="quiet">
            {text.dismiss}
          </Button>
        </>
      )}
    </div>
  );
};
