import type { GroupPerson } from '@portal/contract/groups';
import { notify } from '@portal/kit/browser/notices.ts';
import { ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { useState } from 'react';
import { groupsText } from '../text/zh-TW/groups.ts';
import { useDismissMember } from './api/dismiss-member.ts';
import { FailureDialog } from './failure-dialog.tsx';

const text = groupsText.management;

/** `onRemoved` moves the focus: the row of the pressed button is gone. */
export const useRemoval = (groupCode: string, onRemoved: () => void) => {
  const { mutate, isPending } = useDismissMember(groupCode);
  const [toRemove, setToRemove] = useState<GroupPerson | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const closeQuestion = () => setToRemove(null);
  const confirm = () => {
    if (!toRemove) return;
    mutate(toRemove, {
      onSuccess: () => {
        notify(text.removed(toRemove.name), 'success');
        setTimeout(onRemoved);
      },
      onError: setFailure,
      onSettled: closeQuestion,
    });
  };
  return {
    toRemove,
    failure,
    busy: isPending,
    ask: setToRemove,
    closeQuestion,
    confirm,
    closeFailure: () => setFailure(null),
  };
};

export const RemovalDialogs = ({ removal }: { removal: ReturnType<typeof useRemoval> }) => {
  const { toRemove, failure } = removal;
  return (
    <>
      <ConfirmDialog
        busy={removal.busy}
        confirmLabel={text.remove}
        onClose={removal.closeQuestion}
        onConfirm={removal.confirm}
        open={toRemove !== null}
        text={
          <>
            <p>{text.reallyRemove(toRemove?.name ?? '')}</p>
            <p className="mt-2 text-ink-soft">{text.removing}</p>
          </>
        }
        title={text.asking}
      />
      <FailureDialog error={failure} lost={text.lostRemoval} onClose={removal.closeFailure} />
    </>
  );
};
