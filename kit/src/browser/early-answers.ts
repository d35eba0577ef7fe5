import type { Endpoint } from '@portal/contract/endpoint';
import type { MutationCache } from '@tanstack/react-query';
import { type CallOptions, requestOf } from './request.ts';
import { type RawAnswer, type RawRequest, transport } from './transport.ts';

/*
 * The first calls of a page are sent while its code is on the way. The page makes them as always, and each gets the early
 * answer to the same call, once.
 */

const MAX_AGE_MS = 30_000;

const answers = new Map<string, Promise<RawAnswer | null>>();

const keyOf = ({ method, url, body, headers }: RawRequest): string =>
  JSON.stringify([method, url, body, headers.Authorization]);

const sendNow = transport.send;

transport.send = async (request) => {
  const key = keyOf(request);
  const early = answers.get(key);
  answers.delete(key);
  return (await early) ?? sendNow(request);
};

/** Null if no answer came: the page calls again. */
export type EarlyCall = (token?: string) => Promise<RawAnswer | null>;

/** Type arguments check the address without importing the endpoint, whose schemas come with the page. */
export const earlyCall =
  <E extends Endpoint>(method: E['method'], path: E['path'], options: CallOptions<E>): EarlyCall =>
  (token) => {
    const request = requestOf<E>({ method, path }, options, token);
    const key = keyOf(request);
    const answer = sendNow(request).catch(() => null);
    answers.set(key, answer);
    // The page may have found its data elsewhere. A later visit must not get an old answer.
    setTimeout(() => answers.get(key) === answer && answers.delete(key), MAX_AGE_MS);
    return answer;
  };

export const forgetEarlyAnswers = (): void => answers.clear();

/** A page must see what a write has changed. Calls made in the write's own `onSuccess`, which comes later, stay. */
export const forgetAtWrites = (writes: MutationCache): void => {
  writes.subscribe((event) => {
    if (event.type === 'updated' && event.action.type !== 'success') forgetEarlyAnswers();
  });
  const { onSuccess } = writes.config;
  writes.config.onSuccess = (...answer) => {
    forgetEarlyAnswers();
    return onSuccess?.(...answer);
  };
};
