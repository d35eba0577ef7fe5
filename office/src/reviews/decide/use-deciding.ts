import {
  approveRegistration,
  type RegistrationDetail,
  reopenRegistration,
} from '@portal/contract/office/reviews';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useState } from 'react';
import { call } from '../../platform/call.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { useRegistrationChanged } from '../api/registration.ts';
import { useLeaveQueue } from '../api/review-queue.ts';
import type { Decision } from './last-decision.tsx';

const text = reviewsText.decide;

interface DecidingOptions {
  readonly onLeft: (id: number) => void;
  readonly onReopened: (id: number) => void;
}

/** A colleague decided first: the server names them, the decision and the time. */
const isDecidedMeanwhile = (error: unknown): boolean => error instanceof CallRefused && error.status === 409;

export const useDeciding = ({ onLeft, onReopened }: DecidingOptions) => {
  const [decision, setDecision] = useState<Decision | null>(null);
  const changed = useRegistrationChanged();
  const leave = useLeaveQueue();
  const goOn = (id: number, made: Decision) => {
    setDecision(made);
    onLeft(id);
    leave([id]);
  };
  const refused = (id: number) => (error: Error) => {
    if (!isDecidedMeanwhile(error)) return false;
    goOn(id, { tone: 'warn', text: text.goneOn(failureText(error)), reopenId: null });
    return true;
  };
  const approve = useSending({
    mutationFn: (id: number) => call(approveRegistration, { params: { id } }),
    onSuccess: (detail) => {
      changed(detail);
      const told = text.approved(detail.person.name, detail.class.code);
      goOn(detail.id, { tone: 'success', text: told, reopenId: null });
    },
    onError: (error, id) => {
      if (!refused(id)(error)) setDecision({ tone: 'danger', text: failureText(error), reopenId: null });
    },
  });
  const reopen = useSending({
    mutationFn: (id: number) => call(reopenRegistration, { params: { id } }),
    onSuccess: (detail) => {
      changed(detail);
      const told = text.reopened(detail.person.name, detail.class.code);
      setDecision({ tone: 'success', text: told, reopenId: null });
      onReopened(detail.id);
    },
    onError: (error, id) => setDecision({ tone: 'danger', text: failureText(error), reopenId: id }),
  });
  const reject = (detail: RegistrationDetail) => {
    changed(detail);
    const told = text.rejected(detail.person.name, detail.class.code);
    goOn(detail.id, { tone: 'success', text: told, reopenId: detail.can.reopen.allowed ? detail.id : null });
  };
  return { decision, approve, reopen, reject, refused };
};
