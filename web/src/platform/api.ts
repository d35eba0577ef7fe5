import type { AnswerOf, Endpoint, Input } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import * as z from 'zod/mini';
import {
  currentUser,
  endSession,
  markProfileIncomplete,
  personOf,
  refreshFromStorage,
  tokenSettled,
} from './session.ts';
import { Offline, type RawAnswer, type RawRequest, sendByFetch } from './transport.ts';

type Given<K extends string, V> = V extends undefined ? { [key in K]?: undefined } : { [key in K]: V };

interface Extras {
  signal?: AbortSignal | undefined;
  /** Makes a repeat of the same creation harmless: the server gives the first answer again. */
  idempotencyKey?: string;
  /** Share of the upload that is sent, 0 to 1; for `form` alone. */
  onProgress?: (share: number) => void;
  /** Instead of the present person's token; for ending a session that is already forgotten here. */
  token?: string;
}

/** What a call takes, as its endpoint describes it; a multipart body is `form` instead of `body`. */
export type CallOptions<E extends Endpoint> = Extras &
  Given<'params', Input<E['params']>> &
  (undefined extends Input<E['query']> ? { query?: undefined } : QueryOption<E>) &
  (E extends { multipart: true } ? { form: FormData; body?: undefined } : Given<'body', Input<E['body']>>);

type QueryOption<E extends Endpoint> =
  Record<string, never> extends Input<E['query']>
    ? { query?: Input<E['query']> }
    : { query: Input<E['query']> };

/** The server said no. `errors` are its texts by field. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly status: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(answer: RawAnswer) {
    const body = z.safeParse(Refusal, parseJson(answer.text)).data;
    super(body?.message || `Request failed with status code ${answer.status}`);
    this.status = answer.status;
    this.errors = body?.errors ?? {};
  }
}

const Refusal = z.object({
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const address = (endpoint: Endpoint, params: unknown, query: unknown): string => {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(`${values[name]}`));
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const search = `${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
  return search ? `${path}?${search}` : path;
};

const xsrfToken = (): string | null => {
  const value = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return value === undefined ? null : decodeURIComponent(value);
};

const headersOf = (body: RawRequest['body'], token: string | undefined, key: string | undefined) => {
  const xsrf = xsrfToken();
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
    ...(key && { 'Idempotency-Key': key }),
  };
};

const send = async (request: RawRequest, onProgress: Extras['onProgress']): Promise<RawAnswer> => {
  if (!onProgress) return sendByFetch(request);
  const { sendWithProgress } = await fetchUpload();
  return sendWithProgress(request, onProgress);
};

/** Code that cannot be fetched means the same to the person as an answer that cannot. */
const fetchUpload = () =>
  import('./upload.ts').catch(() => {
    throw new Offline('Network Error');
  });

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

/** The server said that the profile of who called is not complete. */
const isIncomplete = ({ message }: CallRefused): boolean => message === refusals.profile_incomplete.text;

/**
 * Makes one call of the contract and gives its parsed answer. Throws `CallRefused` or `Offline`; a 401 also ends
 * the session in this browser, which the frame tells the person, and who is told to complete the profile is led to it.
 */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<AnswerOf<E>> => {
  if (endpoint.path !== RENEWAL) await tokenSettled();
  const { params, query, body, form, signal, idempotencyKey, onProgress, token } = options as Extras & {
    params?: unknown;
    query?: unknown;
    body?: unknown;
    form?: FormData;
  };
  const request = {
    method: endpoint.method,
    url: address(endpoint, params, query),
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
    signal,
  };
  const caller = personOf(currentUser());
  const attempt = (bearer: string | undefined) =>
    send({ ...request, headers: headersOf(request.body, bearer, idempotencyKey) }, onProgress);
  let answer = await (token === undefined ? attemptAsUser(attempt) : attempt(token));
  // What everybody may ask for is answered to whose token has ended, as to a guest.
  if (answer.status === 401 && endpoint.access === 'public') answer = await attempt(undefined);
  if (answer.status < 200 || answer.status > 299) {
    const refusal = new CallRefused(answer);
    if (isIncomplete(refusal) && personOf(currentUser()) === caller) markProfileIncomplete();
    throw refusal;
  }
  return z.parse(endpoint.answer, parseJson(answer.text)) as AnswerOf<E>;
};

/** Renewing is what the other calls wait for. */
const RENEWAL = '/api/session/create';

/** The first text of the server for a field; undefined when there is none. */
export const firstError = (error: unknown, field: string): string | undefined =>
  error instanceof CallRefused ? error.errors[field]?.[0] : undefined;

/** What a failed load is to the person, as `ErrorState` shows it. */
export const failureKind = (error: unknown): 'failed' | 'offline' | 'forbidden' | 'missing' => {
  if (error instanceof Offline) return 'offline';
  if (!(error instanceof CallRefused)) return 'failed';
  if (error.status === 403) return 'forbidden';
  return error.status === 404 ? 'missing' : 'failed';
};

interface Load {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** How a query stands, as `LoadFault` shows it. */
export const loadStatus = ({ data, error, isFetching, refetch }: Load) => ({
  fault: error && failureKind(error),
  isLoaded: data !== undefined,
  isFetching,
  refetch,
});
