import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { DropZone } from '@portal/kit/ui/drop-zone.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { resultsText } from '../text/zh-TW/results.ts';
import { UploadPreview } from './upload-preview.tsx';
import { useScoreUpload } from './use-score-upload.ts';

const text = resultsText.file;

interface UploadScoresProps {
  classId: number;
  isUnsaved: boolean;
}

export const UploadScores = ({ classId, isUnsaved }: UploadScoresProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        offReason={isUnsaved ? text.unsaved : undefined}
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        <Icon name="file" />
        {text.open}
      </Button>
      {isOpen && <UploadDialog classId={classId} onClose={() => setOpen(false)} />}
    </>
  );
};

const UploadDialog = ({ classId, onClose }: { classId: number; onClose: () => void }) => {
  const { file, preview, isReading, isSending, error, choose, submit } = useScoreUpload(classId, onClose);
  const count = preview?.counts.changes ?? 0;
  return (
    <Dialog
      actions={
        count > 0 && (
          <Button busy={isSending} onClick={submit} variant="primary" waits={isReading}>
            {text.submit(count)}
          </Button>
        )
      }
      busy={isSending}
      isForm
      onClose={onClose}
      open
      title={text.title}
      width="wide"
    >
      <div className="space-y-4">
        <p>{text.lead}</p>
        <DropZone
          accept=".xlsx,.csv,.xls"
          error={error}
          file={file}
          isReading={isReading}
          onFile={choose}
          text={text}
        />
        {preview && <UploadPreview preview={preview} />}
      </div>
    </Dialog>
  );
};
