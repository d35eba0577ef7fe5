import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { CallRefused } from './call.ts';
import { failureText } from './failure-text.ts';
import { notify } from './notices.ts';
import { useBack } from './use-back.ts';

/**
 * Why the server would not give a page its data; null when it did, or is away (then the page offers to try again).
 * A session that has ended is the frame's matter.
 */
export const refusedLoad = (error: unknown): string | null => {
  if (!(error instanceof CallRefused) || error.status >= 500 || error.status === 401) return null;
  return error.errors.Class?.[0] ?? failureText(error);
};

/** Leaves the page for `target` when its data was refused, and says why there (specification §8, silent redirects). */
export const useRedirect = (reason: string | null, target: string): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (reason === null) return;
    notify(reason, 'danger');
    navigate(target, { replace: true });
  }, [reason, target, navigate]);
};

/** Goes back one page when its data was refused, and says why there; to `otherwise` where there is none before. */
export const useLeaveRefusedPage = (reason: string | null, otherwise: string): void => {
  const back = useBack(otherwise, { replace: true });
  // Going back twice is going too far.
  const isGone = useRef(false);
  useEffect(() => {
    if (reason === null || isGone.current) return;
    isGone.current = true;
    notify(reason, 'danger');
    back();
  }, [reason, back]);
};
