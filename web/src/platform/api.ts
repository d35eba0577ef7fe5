import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { prepareCall } from '@portal/kit/browser/call.ts';
import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import type { CallOptions } from '@portal/kit/browser/request.ts';
import {
  currentUser,
  endSession,
  markProfileIncomplete,
  personOf,
  refreshFromStorage,
  tokenSettled,
} from './session.ts';

/** Retries a 401 if the same person has renewed the token meanwhile, for example in another tab. */
export const attemptAsUser = async <Answer extends { readonly status: number }>(
  attempt: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> => {
  const user = currentUser();
  const first = await attempt(user?.token);
  if (first.status !== 401) return first;
  const stored = refreshFromStorage();
  const isNewer = stored?.token !== user?.token && personOf(stored) === personOf(user);
  const answer = stored && isNewer ? await attempt(stored.token) : first;
  // The session stays if the person has logged out or changed meanwhile.
  if (answer.status === 401 && personOf(currentUser()) === personOf(user)) endSession();
  return answer;
};

const isIncomplete = (error: unknown): boolean => refusalCode(error) === 'profile_incomplete';

/** The token of a session that this browser has forgotten. */
interface OwnToken {
  token?: string;
}

/** Throws `CallRefused` or `Offline`. A 401 ends the session; an incomplete profile leads to the profile form. */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> & OwnToken,
): Promise<AnswerOf<E>> => {
  if (endpoint.path !== RENEWAL) await tokenSettled();
  const { send, parse } = prepareCall(endpoint, options);
  const caller = personOf(currentUser());
  let answer = await (options.token === undefined ? attemptAsUser(send) : send(options.token));
  // Public endpoints also answer without a session: retry as a guest.
  if (answer.status === 401 && endpoint.access === 'public') answer = await send(undefined);
  try {
    return parse(answer);
  } catch (error) {
    if (isIncomplete(error) && personOf(currentUser()) === caller) markProfileIncomplete();
    throw error;
  }
};

/** All other calls wait for the renewal. */
const RENEWAL = '/api/session/create';
