import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { useRef, useState } from 'react';
import { useAct } from '../../../forms/use-act.ts';
import { awaitBeforeUndo } from '../../../platform/undo.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { approveRegistration } from '../../api/approve-registration.ts';

const text = reviewsText.decide;

export interface FailedApproval {
  readonly id: number;
  readonly text: string;
}

interface ApprovalsOptions {
  /** Called as soon as an approval is to be sent, with all that are being sent. */
  readonly onLeft: (id: number, sent: ReadonlySet<number>) => void;
  readonly onApproved: (detail: RegistrationDetail) => void;
  /** Called if a colleague was faster. */
  readonly onGone: (id: number, why: string) => void;
  /** Called after another failure, unless something else was decided meanwhile. */
  readonly onBack: (id: number) => void;
}

/** The person is busy with something else in a dialog. */
const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** Shows the next person at once, and sends the approvals one after the other, in the order of the presses. */
export const useApprovals = ({ onLeft, onApproved, onGone, onBack }: ApprovalsOptions) => {
  const pending = useRef(new Set<number>());
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<readonly FailedApproval[]>([]);
  const queue = useRef(Promise.resolve());
  const lastStarted = useRef<number | null>(null);

  const forgetFailure = (id: number) => setFailed((all) => all.filter((each) => each.id !== id));
  const sending = useAct<RegistrationDetail, RegistrationDetail>({
    work: approveRegistration,
    onDone: onApproved,
    onConflict: (why, { id }) => onGone(id, why),
    onFailed: (why, { id, person, class: { code } }) => {
      setFailed((all) => [...all, { id, text: text.notApproved(person.name, code, why) }]);
      if (lastStarted.current === id && !isDialogOpen()) onBack(id);
    },
  });

  const start = (detail: RegistrationDetail) => {
    const { id } = detail;
    if (pending.current.has(id)) return;
    const now = new Set(pending.current.add(id));
    lastStarted.current = id;
    setSent(now);
    forgetFailure(id);
    onLeft(id, now);
    const end = () => {
      pending.current.delete(id);
      setSent(new Set(pending.current));
    };
    // `useAct` reports the failure.
    queue.current = queue.current.then(() => sending.mutateAsync(detail)).then(end, end);
    awaitBeforeUndo(queue.current);
  };
  return { sent, failed, forgetFailure, start };
};
