import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const keptToken = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : null;

/**
 * The secret of the link to the page at `path`. It leaves the address at once, so that it stands in no history and no
 * referrer; kept with the entry of the history it survives a reload.
 */
export const useLinkToken = (path: string): string | null => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get('token');
  useEffect(() => {
    if (brought !== null) navigate(path, { replace: true, state: { token: brought } });
  }, [brought, navigate, path]);
  return brought ?? keptToken(state);
};
