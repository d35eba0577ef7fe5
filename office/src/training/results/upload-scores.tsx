import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { DropZone } from '@portal/kit/ui/drop-zone.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { LeaveQuestion } from '../../forms/leave-question.tsx';
import { resultsText } from '../../text/zh-TW/results.ts';
import { Corrections } from './corrections.tsx';
import { UploadPreview } from './upload-preview.tsx';
import { useScoreUpload } from './use-score-upload.ts';

const text = resultsText.file;

interface UploadScoresProps {
  classId: number;
  isUnsaved: boolean;
}

export const UploadScores = ({ classId, isUnsaved }: UploadScoresProps) => (
  <DialogButton
    dialog={(close) => <UploadDialog classId={classId} onClose={close} />}
    label={
      <>
        <Icon name="file" />
        {text.open}
      </>
    }
    offReason={isUnsaved ? text.unsaved : undefined}
    variant="quiet"
  />
);

const UploadDialog = ({ classId, onClose }: { classId: number; onClose: () => void }) => {
  const upload = useScoreUpload(classId, onClose);
  const { file, preview, isReading, isSending, error, choose, submit, values, errors, change } = upload;
  const [isAsking, setAsking] = useState(false);
  const { changes = 0, corrections = 0 } = preview?.counts ?? {};
  const isTyped = values.reason !== '' || values.keep.length > 0;
  return (
    <Dialog
      actions={
        changes + corrections > 0 && (
          <Button busy={isSending} onClick={submit} variant="primary" waits={isReading}>
            {text.submit(changes, corrections)}
          </Button>
        )
      }
      busy={isSending}
      isForm
      onClose={() => (isTyped ? setAsking(true) : onClose())}
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
        {preview && corrections > 0 && (
          <Corrections corrections={preview.corrections} errors={errors} onChange={change} values={values} />
        )}
      </div>
      {isAsking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
    </Dialog>
  );
};
