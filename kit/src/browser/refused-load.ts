import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { CallRefused } from './call.ts';
import { failureText } from './failure-text.ts';
import { notify } from './notices.ts';
import { useBack } from './use-back.ts';

/** Null also for server errors (the page offers a retry) and ended sessions (the frame handles them). */
export const refusedLoad = (error: unknown): string | null => {
  if (!(error instanceof CallRefused) || error.status >= 500 || error.status === 401) return null;
  return error.errors.Class?.[0] ?? failureText(error);
};

/** Redirects to `target` with a notice when the data was refused (specification §8, silent redirects). */
export const useRedirect = (reason: string | null, target: string): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (reason === null) return;
    notify(reason, 'danger');
    navigate(target, { replace: true });
  }, [reason, target, navigate]);
};

export const useLeaveRefusedPage = (reason: string | null, otherwise: string): void => {
  const back = useBack(otherwise, { replace: true });
  // The effect may run again before the page changes; go back only once.
  const hasGoneBack = useRef(false);
  useEffect(() => {
    if (reason === null || hasGoneBack.current) return;
    hasGoneBack.current = true;
    notify(reason, 'danger');
    back();
  }, [reason, back]);
};
