import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const tokenInState = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : null;

/** Removes the secret from the address, history and referrer. It is kept in the history state for a reload. */
export const useLinkToken = (path: string): string | null => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get('token');
  useEffect(() => {
    if (brought !== null) navigate(path, { replace: true, state: { token: brought } });
  }, [brought, navigate, path]);
  return brought ?? tokenInState(state);
};
