import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallRefused } from './call.ts';
import { failureTexts } from './failure-text.ts';
import { notify } from './notices.ts';

/**
 * A mutation that is under way once at a time: a second press may come before the first one shows. It sends nothing;
 * `mutateAsync` gives it what comes of the first. Who has left the page meanwhile hears by a notice that it failed.
 */
export const useSending = <Answer, Content = void>(options: UseMutationOptions<Answer, Error, Content>) => {
  const mutation = useMutation(options);
  const underWay = useRef<Promise<Answer>>(null);
  const isShown = useShown();

  const mutateAsync: typeof mutation.mutateAsync = (...attempt) => {
    underWay.current ??= mutation
      .mutateAsync(...attempt)
      .catch((error: unknown) => {
        if (!isShown.current) tellFailure(error);
        throw error;
      })
      .finally(() => {
        underWay.current = null;
      });
    return underWay.current;
  };
  const mutate: typeof mutation.mutate = (...attempt) => {
    // What comes of it is told by the mutation's state and the callbacks.
    if (!underWay.current) mutateAsync(...attempt).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync };
};

/** Whether what uses it is still on the page. */
const useShown = () => {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
};

/** The end of a session has a dialog of its own. */
const tellFailure = (error: unknown) => {
  if (error instanceof CallRefused && error.status === 401) return;
  for (const text of failureTexts(error).slice(0, 2)) notify(text, 'danger');
};
