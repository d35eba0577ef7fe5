import type { Input } from '@portal/contract/endpoint';
import { submitRoster } from '@portal/contract/groups';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';
import { rosterQuery } from './get-roster.ts';

export type Submission = Input<typeof submitRoster.body>;

/** One key for a submission and its repeats after a lost connection; a new one for anything else. */
const useKeyOf = () => {
  const last = useRef({ submitted: '', key: '' });
  return {
    keyOf: (submission: Submission): string => {
      const submitted = JSON.stringify(submission);
      if (last.current.submitted !== submitted) last.current = { submitted, key: randomKey() };
      return last.current.key;
    },
    /** What is sent from now on is meant anew, though it may be the same. */
    forget: () => {
      last.current = { submitted: '', key: '' };
    },
  };
};

/** Sends a roster. The page that shows `rosterQuery(code, group)` then has it as it now stands, also after a refusal. */
export const useSubmitRoster = (code: string, group: string | undefined) => {
  const { keyOf, forget } = useKeyOf();
  const queryClient = useQueryClient();
  const { queryKey } = rosterQuery(code, group);
  return useMutation({
    mutationFn: (submission: Submission) =>
      call(submitRoster, { body: submission, idempotencyKey: keyOf(submission) }),
    onSuccess: (roster) => {
      forget();
      queryClient.setQueryData(queryKey, roster);
      return Promise.all(
        [['registrations', 'records'], ['registrations', 'info'], ['classes']].map((outdated) =>
          queryClient.invalidateQueries({ queryKey: outdated }),
        ),
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
};
