import type { RegistrationDetail } from '@portal/contract/office/reviews';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '../../../forms/use-versions.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { approveRegistration } from '../../api/approve-registration.ts';
import { registrationQuery, useRegistrationChanged } from '../../api/get-registration.ts';
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
  const queries = useQueryClient();
  const changed = useRegistrationChanged();
  const leave = useLeaveQueue();
  const goOn = (id: number, made: Decision) => {
    setDecision(made);
    onLeft(id);
    leave([id]);
  };
  const approve = useSending({
    mutationFn: (detail: RegistrationDetail) => approveRegistration(detail),
    onSuccess: (detail) => {
      changed(detail);
      const told = text.approved(detail.person.name, detail.class.code);
      goOn(detail.id, { tone: 'success', text: told, rejected: null });
    },
    onError: (error, { id }) => {
      const why = failureText(error);
      if (!isConflict(error)) return setDecision({ tone: 'danger', text: why, rejected: null });
      void queries.invalidateQueries({ queryKey: registrationQuery(id).queryKey });
      goOn(id, { tone: 'warn', text: text.goneOn(why), rejected: null });
    },
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
