import { logout } from '@portal/contract/accounts';
import { call } from '../../platform/api.ts';
import { clearDrafts } from '../../platform/draft.ts';
import { currentUser, logOut } from '../../platform/session.ts';

/** Forgets the person here at once, with what they typed, and ends the session on the server; what that answers does not matter. */
export const logOutEverywhere = (): void => {
  const token = currentUser()?.token;
  logOut();
  clearDrafts();
  if (token) call(logout, { token }).catch(() => undefined);
};
