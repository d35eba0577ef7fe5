import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallRefused } from './call.ts';
import { failureTexts } from './failure-text.ts';
import { notify } from './notices.ts';

/** Runs once at a time. If it fails after the person has left the page, shows a notice. */
export const useSending = <Answer, Content = void>(options: UseMutationOptions<Answer, Error, Content>) => {
  const mutation = useMutation(options);
  const underWay = useRef<Promise<Answer>>(null);
  const isShown = useShown();

  const mutateAsync: typeof mutation.mutateAsync = (...attempt) => {
    underWay.current ??= mutation
      .mutateAsync(...attempt)
      .catch((error: unknown) => {
        if (!isShown.current) notifyFailure(error);
        throw error;
      })
      .finally(() => {
        underWay.current = null;
      });
    return underWay.current;
  };
  const mutate: typeof mutation.mutate = (...attempt) => {
    // The mutation's state and callbacks report the result.
    if (!underWay.current) mutateAsync(...attempt).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync };
};

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

const notifyFailure = (error: unknown) => {
  if (error instanceof CallRefused && error.status === 401) return;
  for (const text of failureTexts(error).slice(0, 2)) notify(text, 'danger');
};
