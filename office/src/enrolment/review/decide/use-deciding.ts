import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { useEffect, useState } from 'react';
import { useAct } from '../../../forms/use-act.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { approveRegistration } from '../../api/approve-registration.ts';
import { useRegistrationChanged } from '../../api/get-registration.ts';
import { useLeaveQueue } from '../../api/get-review-queue.ts';
import { undoApproval } from '../../api/undo-approval.ts';
import type { Decision } from './last-decision.tsx';

const text = reviewsText.decide;

interface DecidingOptions {
  readonly onLeft: (id: number) => void;
  /** Called after a failure. */
  readonly onBack: (id: number) => void;
  readonly onReopened: (id: number) => void;
}

/** The last approval, while its mail is held. */
const useUndoable = (decision: Decision | null): RegistrationDetail | null => {
  const approved = decision?.approved ?? null;
  const [late, setLate] = useState<RegistrationDetail | null>(null);
  useEffect(() => {
    if (!approved) return;
    const timer = setTimeout(() => setLate(approved), UNDO_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [approved]);
  return approved === late ? null : approved;
};

export const useDeciding = ({ onLeft, onBack, onReopened }: DecidingOptions) => {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reopening, setReopening] = useState<RegistrationDetail | null>(null);
  const changed = useRegistrationChanged();
  const leave = useLeaveQueue();
  const settle = (id: number, made: Decision) => {
    setDecision(made);
    leave([id]);
  };
  const sending = useAct<RegistrationDetail, RegistrationDetail>({
    work: approveRegistration,
    onDone: (detail) => {
      changed(detail);
      const message = text.approved(detail.person.name, detail.class.code);
      settle(detail.id, { tone: 'success', text: message, approved: detail });
    },
    onConflict: (why, { id }) => settle(id, { tone: 'warn', text: text.goneOn(why) }),
    onFailed: (why, { id }) => {
      setDecision({ tone: 'danger', text: why });
      onBack(id);
    },
  });
  const approve = {
    /** The registration whose approval is being sent, by its id. */
    sentId: sending.isPending ? sending.variables.id : null,
    /** The next person is there at once; one approval at a time. */
    start: (detail: RegistrationDetail) => {
      if (sending.isPending) return;
      sending.mutate(detail);
      onLeft(detail.id);
    },
  };
  const undoing = useAct<RegistrationDetail, RegistrationDetail>({
    work: undoApproval,
    onDone: (detail) => {
      changed(detail);
      setDecision({ tone: 'success', text: text.undone(detail.person.name, detail.class.code) });
      onReopened(detail.id);
    },
    onConflict: (why) => setDecision({ tone: 'warn', text: why }),
    onFailed: (why) => setDecision({ tone: 'danger', text: why }),
  });
  const undoable = useUndoable(decision);
  const undo = {
    /** Null if the last decision is no approval, or its mail has left. */
    start: undoable && (() => undoing.isPending || undoing.mutate(undoable)),
  };
  const rejected = decision?.rejected ?? null;
  const reopen = {
    /** Null if the last decision cannot be undone. */
    ask: rejected && (() => setReopening(rejected)),
    asked: reopening,
    close: () => setReopening(null),
    done: (detail: RegistrationDetail) => {
      changed(detail);
      const message = text.reopened(detail.person.name, detail.class.code);
      setDecision({ tone: 'success', text: message });
      onReopened(detail.id);
    },
  };
  const reject = (detail: RegistrationDetail) => {
    changed(detail);
    const message = text.rejected(detail.person.name, detail.class.code);
    onLeft(detail.id);
    settle(detail.id, {
      tone: 'success',
      text: message,
      rejected: detail.can.reopen.allowed ? detail : null,
    });
  };
  return { decision, approve, undo, reopen, reject };
};
