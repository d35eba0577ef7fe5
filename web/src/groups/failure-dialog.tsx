import { failureKind } from '@portal/kit/browser/call.ts';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { groupsText } from '../text/zh-TW/groups.ts';
import { refetchGroups } from './api/refetch-groups.ts';

interface FailureDialogProps {
  error: Error | null;
  /** Shown if no answer came: the change may be made. */
  lost: string;
  /** Follows the reason. */
  hint?: string | undefined;
  next?: { readonly label: string; readonly onChoose: () => void };
  onClose: () => void;
}

export const FailureDialog = ({ error, lost, hint, next, onClose }: FailureDialogProps) => {
  const queryClient = useQueryClient();
  if (error === null) return null;
  const reload = () => {
    onClose();
    refetchGroups(queryClient);
  };
  return failureKind(error) === 'offline' ? (
    <AlertDialog
      buttonLabel={common.close}
      kind="info"
      next={{ label: common.reload, onChoose: reload }}
      onClose={onClose}
      open
      text={lost}
      title={common.notice}
    />
  ) : (
    <AlertDialog
      kind="error"
      next={next}
      onClose={onClose}
      open
      text={hint ? [...failureTexts(error), hint] : failureTexts(error)}
      title={groupsText.management.failed}
    />
  );
};
