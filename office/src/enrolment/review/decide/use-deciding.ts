import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { useState } from 'react';
import { useAct } from '../../../forms/use-act.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { approveRegistration } from '../../api/approve-registration.ts';
import { useRegistrationChanged } from '../../api/get-registration.ts';
import { useLeaveQueue } from '../../api/get-review-queue.ts';
import type { Decision } from './last-decision.tsx';

const text = reviewsText.decide;

interface DecidingOptions {
  readonly onLeft: (id: number) => void;
  readonly onReopened: (id: number) => void;
}

export const useDeciding = ({ onLeft, onReopened }: DecidingOptions) => {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reopening, setReopening] = useState<RegistrationDetail | null>(null);
  const changed = useRegistrationChanged();
  const leave = useLeaveQueue();
  const goOn = (id: number, made: Decision) => {
    setDecision(made);
    onLeft(id);
    leave([id]);
  };
  const approve = useAct<RegistrationDetail, RegistrationDetail>({
    work: approveRegistration,
    onDone: (detail) => {
      changed(detail);
      const told = text.approved(detail.person.name, detail.class.code);
      goOn(detail.id, { tone: 'success', text: told, rejected: null });
    },
    onFaster: (why, { id }) => goOn(id, { tone: 'warn', text: text.goneOn(why), rejected: null }),
    onFailed: (why) => setDecision({ tone: 'danger', text: why, rejected: null }),
  });
  const rejected = decision?.rejected ?? null;
  const reopen = {
    /** Null if the last decision cannot be undone. */
    ask: rejected && (() => setReopening(rejected)),
    asked: reopening,
    close: () => setReopening(null),
    done: (detail: RegistrationDetail) => {
      changed(detail);
      const told = text.reopened(detail.person.name, detail.class.code);
      setDecision({ tone: 'success', text: told, rejected: null });
      onReopened(detail.id);
    },
  };
  const reject = (detail: RegistrationDetail) => {
    changed(detail);
    const told = text.rejected(detail.person.name, detail.class.code);
    goOn(detail.id, { tone: 'success', text: told, rejected: detail.can.reopen.allowed ? detail : null });
  };
  return { decision, approve, reopen, reject };
};
