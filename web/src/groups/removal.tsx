import type { GroupPerson } from '@portal/contract/groups';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { AlertDialog, ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { useState } from 'react';
import { groupsText } from '../text/zh-TW/groups.ts';
import { useDismissMember } from './api/dismiss-member.ts';

const text = groupsText.management;

/** `onRemoved` moves the focus: the row of the pressed button is gone. */
export const useRemoval = (groupCode: string, onRemoved: () => void) => {
  const { mutate, isPending } = useDismissMember(groupCode);
  const [toRemove, setToRemove] = useState<GroupPerson | null>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const closeQuestion = () => setToRemove(null);
  const confirm = () => {
    if (!toRemove) return;
    mutate(toRemove, {
      onSuccess: () => {
        notify(text.removed, 'success');
        setTimeout(onRemoved);
      },
      onError: (error) => setFailures(failureTexts(error)),
      onSettled: closeQuestion,
    });
  };
  return {
    toRemove,
    failures,
    busy: isPending,
    ask: setToRemove,
    closeQuestion,
    confirm,
    closeFailures: () => setFailures([]),
  };
};

export const RemovalDialogs = ({ removal }: { removal: ReturnType<typeof useRemoval> }) => {
  const { toRemove, failures } = removal;
  return (
    <>
      <ConfirmDialog
        busy={removal.busy}
        confirmLabel={text.remove}
        onClose={removal.closeQuestion}
        onConfirm={removal.confirm}
        open={toRemove !== null}
        text={toRemove ? text.reallyRemove(toRemove.name) : ''}
        title={text.asking}
      />
      <AlertDialog
        kind="error"
        onClose={removal.closeFailures}
        open={failures.length > 0}
        text={failures}
        title={text.failed}
      />
    </>
  );
};
