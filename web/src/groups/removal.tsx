import type { GroupPerson } from '@portal/contract/groups';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { AlertDialog, ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { useState } from 'react';
import { groupsText } from '../text/zh-TW/groups.ts';
import { useDismissMember } from './api/dismiss-member.ts';

const text = groupsText.management;

/** `onGone` gets the focus when the button's row is gone. */
export const useRemoval = (groupCode: string, onGone: () => void) => {
  const { mutate, isPending } = useDismissMember(groupCode);
  const [asked, setAsked] = useState<GroupPerson | null>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const dismiss = () => setAsked(null);
  const confirm = () => {
    if (!asked) return;
    mutate(asked, {
      onSuccess: () => {
        notify(text.removed, 'success');
        setTimeout(onGone);
      },
      onError: (error) => setFailures(failureTexts(error)),
      onSettled: dismiss,
    });
  };
  return { asked, failures, busy: isPending, ask: setAsked, dismiss, confirm, read: () => setFailures([]) };
};

export const RemovalDialogs = ({ removal }: { removal: ReturnType<typeof useRemoval> }) => {
  const { asked, failures } = removal;
  return (
    <>
      <ConfirmDialog
        busy={removal.busy}
        confirmLabel={text.remove}
        onClose={removal.dismiss}
        onConfirm={removal.confirm}
        open={asked !== null}
        text={asked ? text.reallyRemove(asked.name) : ''}
        title={text.asking}
      />
      <AlertDialog
        kind="error"
        onClose={removal.read}
        open={failures.length > 0}
        text={failures}
        title={text.failed}
      />
    </>
  );
};
