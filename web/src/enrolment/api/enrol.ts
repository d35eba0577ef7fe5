import { enrol } from '@portal/contract/enrolment';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classesKey } from '../../catalogue/api/keys.ts';
import { call } from '../../platform/api.ts';
import { clearDraft, keepDraft, readDraft } from '../../platform/draft.ts';
import { useTurn } from '../use-turn.ts';
import { registrationsKey } from './keys.ts';

/**
 * A repeat from the same page gets the first answer. `wasWaiting`: the page was reloaded while the person waited in a
 * crowd, and has to send again to keep the place.
 */
export const useEnrol = (code: string) => {
  const draft = `enrolment ${code}`;
  const [waiting] = useState(() => readDraft(draft)?.key);
  const [key] = useState(() => waiting ?? randomKey());
  const queryClient = useQueryClient();
  const { crowd, send, leave } = useTurn();
  const sending = useSending({
    mutationFn: () => {
      keepDraft(draft, { key });
      return send(() => call(enrol, { body: { code }, idempotencyKey: key }));
    },
    // The lists are not awaited: the page goes on to the next one.
    onSettled: () => {
      clearDraft(draft);
      queryClient.invalidateQueries({ queryKey: registrationsKey });
      queryClient.invalidateQueries({ queryKey: classesKey });
    },
  });
  return { ...sending, crowd, leave, wasWaiting: waiting !== undefined };
};
