import { logout } from '@portal/contract/accounts';
import { call } from '../../platform/api.ts';
import { clearDrafts } from '../../platform/draft.ts';
import { currentUser, logOut } from '../../platform/session.ts';

/** Does not wait for the server. */
export const logOutEverywhere = (): void => {
  const token = currentUser()?.token;
  logOut();
  clearDrafts();
  if (token) call(logout, { token }).catch(() => undefined);
};
