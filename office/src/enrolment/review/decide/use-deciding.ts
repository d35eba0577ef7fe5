import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { notify } from '@portal/kit/browser/notices.ts';
import { useEffect, useRef, useState } from 'react';
import type { BulkResult } from '../../../lists/list.ts';
import { offerUndo } from '../../../platform/undo.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { useRegistrationChanged } from '../../api/get-registration.ts';
import { useLeaveQueue } from '../../api/get-review-queue.ts';
import { undoableApproval, undoableApprovals } from '../../undoable-approval.ts';
import type { Decision } from './last-decision.tsx';
import { useApprovals } from './use-approvals.ts';

const text = reviewsText.decide;

interface DecidingOptions {
  readonly onLeft: (id: number, sent: ReadonlySet<number>) => void;
  /** Called after a failure. */
  readonly onBack: (id: number) => void;
  readonly onReopened: (id: number) => void;
}

const useIsMounted = () => {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
};

export const useDeciding = ({ onLeft, onBack, onReopened }: DecidingOptions) => {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reopening, setReopening] = useState<RegistrationDetail | null>(null);
  const changed = useRegistrationChanged();
  const leave = useLeaveQueue();
  const isMounted = useIsMounted();
  // An approval that was pressed before may be answered later.
  const isRejectionNewest = useRef(false);
  const settle = (id: number, made: Decision) => {
    if (made.rejected !== undefined || !isRejectionNewest.current) setDecision(made);
    leave([id]);
  };
  /** The person may have left the page when something is undone. */
  const undone = {
    say: (message: string, isWhole: boolean) =>
      isMounted.current
        ? setDecision({ tone: isWhole ? 'success' : 'warn', text: message })
        : notify(message, isWhole ? 'success' : 'info'),
    onUndone: ({ id }: RegistrationDetail) => isMounted.current && onReopened(id),
  };
  const approve = useApprovals({
    onLeft: (id, sent) => {
      isRejectionNewest.current = false;
      onLeft(id, sent);
    },
    onBack: (id) => isMounted.current && onBack(id),
    onApproved: (detail) => {
      changed(detail);
      const act = undoableApproval(detail, undone);
      settle(detail.id, { tone: 'success', text: act.text, offer: offerUndo(act) });
    },
    onGone: (id, why) => settle(id, { tone: 'warn', text: text.goneOn(why) }),
  });
  const approveTogether = (results: readonly BulkResult[], nameOf: (id: number) => string): number | null => {
    leave(results.filter(({ done }) => done).map(({ id }) => id));
    const act = undoableApprovals(results, nameOf);
    if (!act) return null;
    const offer = offerUndo({ ...act, say: undone.say });
    setDecision({ tone: 'success', text: act.text, offer });
    return offer;
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
    isRejectionNewest.current = true;
    approve.forgetFailure(detail.id);
    const message = text.rejected(detail.person.name, detail.class.code);
    onLeft(detail.id, approve.sent);
    settle(detail.id, {
      tone: 'success',
      text: message,
      rejected: detail.can.reopen.allowed ? detail : null,
    });
  };
  return { decision, approve, approveTogether, reopen, reject };
};
