import { signOut } from '@portal/contract/office/session';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../platform/call.ts';
import { useSetSession } from '../platform/session.ts';

export const useSignOut = () => {
  const setSession = useSetSession();
  return useSending({ mutationFn: () => call(signOut, {}), onSuccess: () => setSession(null) });
};
