import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that is under way once at a time: a second press may come before the first one shows. It sends nothing;
 * `mutateAsync` gives it what comes of the first.
 */
export const useSending = <Answer, Content = void>(options: UseMutationOptions<Answer, Error, Content>) => {
  const mutation = useMutation(options);
  const underWay = useRef<Promise<Answer>>(null);

  const mutateAsync: typeof mutation.mutateAsync = (...attempt) => {
    underWay.current ??= mutation.mutateAsync(...attempt).finally(() => {
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
