import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { editConflictOf, useReload } from './edit-conflict.ts';

interface FailureProps {
  error: Error;
  /** Closes the dialog: the page below it shows what is there now. */
  onClose: () => void;
}

/** Shows why a dialog's call failed. */
export const Failure = ({ error, onClose }: FailureProps) => {
  const reload = useReload();
  const conflict = editConflictOf(error);
  if (conflict) {
    const start = () => {
      onClose();
      void reload();
    };
    return <ConflictNotice conflict={conflict} onReload={start} />;
  }
  return (
    <Notice live tone="danger">
      {failureText(error)}
    </Notice>
  );
};
