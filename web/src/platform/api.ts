import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { anyCallRefusals } from '@portal/contract/refusals/any-call';
import { type CallOptions, CallRefused, prepareCall } from '@portal/kit/browser/call.ts';
import {
  currentUser,
  endSession,
  markProfileIncomplete,
  personOf,
  refreshFromStorage,
  tokenSettled,
} from './session.ts';

/**
 * Attempts something with the token of the moment. A 401 of a token that the same person has replaced meanwhile, in
 * another tab, is tried again with the new one; for somebody else nothing is sent. A 401 that stands ends the session in
 * this browser.
 */
export const attemptAsUser = async <Answer extends { readonly status: number }>(
  attempt: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> => {
  const user = currentUser();
  const first = await attempt(user?.token);
  if (first.status !== 401) return first;
  const stored = refreshFromStorage();
  const isNewer = stored?.token !== user?.token && personOf(stored) === personOf(user);
  const answer = stored && isNewer ? await attempt(stored.token) : first;
  // Somebody who has just logged out knows, and somebody else who has logged in is not meant.
  if (answer.status === 401 && personOf(currentUser()) === personOf(user)) endSession();
  return answer;
};

/** The server said that the caller's profile is not complete. */
const isIncomplete = (error: unknown): boolean =>
  error instanceof CallRefused && error.message === anyCallRefusals.profile_incomplete.text;

/** Instead of the present person's token; for ending a session that is already forgotten here. */
interface OwnToken {
  token?: string;
}

/**
 * Makes one call of the contract and gives its parsed answer. Throws `CallRefused` or `Offline`; a 401 also ends
 * the session in this browser, which the frame tells the person, and who is told to complete the profile is led to it.
 */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> & OwnToken,
): Promise<AnswerOf<E>> => {
  if (endpoint.path !== RENEWAL) await tokenSettled();
  const { send, parse } = prepareCall(endpoint, options);
  const caller = personOf(currentUser());
  let answer = await (options.token === undefined ? attemptAsUser(send) : send(options.token));
  // What everybody may ask for is answered to whose token has ended, as to a guest.
  if (answer.status === 401 && endpoint.access === 'public') answer = await send(undefined);
  try {
    return parse(answer);
  } catch (error) {
    if (isIncomplete(error) && personOf(currentUser()) === caller) markProfileIncomplete();
    throw error;
  }
};

/** Renewing is what the other calls wait for. */
const RENEWAL = '/api/session/create';
