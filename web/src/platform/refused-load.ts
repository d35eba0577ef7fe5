import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { CallRefused } from './api.ts';
import { notify } from './notices.ts';

/**
 * Why the server would not give a page its data; null when it did, or is away (then the page offers to try again).
 * A session that has ended is the frame's matter.
 */
export const refusedLoad = (error: unknown): string | null => {
  if (!(error instanceof CallRefused) || error.status >= 500 || error.status === 401) return null;
  return error.errors.Class?.[0] ?? error.message;
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
