import type { Input } from '@portal/contract/endpoint';
import { submitRoster } from '@portal/contract/groups';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { classesKey } from '../../catalogue/api/keys.ts';
import { recordsQuery } from '../../enrolment/api/get-records.ts';
import { registrationInfosKey, registrationsKey } from '../../enrolment/api/keys.ts';
import { useTurn } from '../../enrolment/use-turn.ts';
import { call } from '../../platform/api.ts';
import { rosterQuery } from './get-roster.ts';

export type Submission = Input<typeof submitRoster.body>;

const mutationKey = [...registrationsKey, 'submit roster'];

export const useIsSubmittingRoster = (): boolean => useIsMutating({ mutationKey }) > 0;

/** A success puts the answer into `rosterQuery`; after a refusal it is fetched again. */
export const useSubmitRoster = (code: string, group: string | undefined, onSent: () => void) => {
  const { keyFor, forget } = useIdempotencyKey();
  const queryClient = useQueryClient();
  const { queryKey } = rosterQuery(code, group);
  const { crowd, send, leave } = useTurn();
  const sending = useSending({
    mutationKey,
    mutationFn: (submission: Submission) => {
      const idempotencyKey = keyFor(JSON.stringify(submission));
      return send(() => call(submitRoster, { body: submission, idempotencyKey }));
    },
    onSuccess: (roster) => {
      forget();
      queryClient.setQueryData(queryKey, roster);
      onSent();
      return Promise.all(
        [recordsQuery().queryKey, registrationInfosKey, classesKey].map((outdated) =>
          queryClient.invalidateQueries({ queryKey: outdated }),
        ),
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { ...sending, crowd, leave };
};
