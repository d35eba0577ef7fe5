import type { Endpoint, Input } from '@portal/contract/endpoint';
import type { RawRequest } from './transport.ts';

type Given<K extends string, V> = V extends undefined ? { [key in K]?: undefined } : { [key in K]: V };

export interface Extras {
  signal?: AbortSignal | undefined;
  /** Makes the call safe to repeat: the server returns the first answer again. */
  idempotencyKey?: string;
  /** Upload progress from 0 to 1; only for `form`. */
  onProgress?: (share: number) => void;
}

/** The input of an endpoint. A multipart body goes in `form` instead of `body`. */
export type CallOptions<E extends Endpoint> = Extras &
  Given<'params', Input<E['params']>> &
  (undefined extends Input<E['query']> ? { query?: undefined } : QueryOption<E>) &
  (E extends { multipart: object } ? { form: FormData; body?: undefined } : Given<'body', Input<E['body']>>);

type QueryOption<E extends Endpoint> =
  Record<string, never> extends Input<E['query']>
    ? { query?: Input<E['query']> }
    : { query: Input<E['query']> };

/** The address for a link to a file, which the browser fetches by itself. */
export const addressOf = <const E extends Endpoint>(
  endpoint: E,
  { params, query }: Pick<CallOptions<E>, 'params' | 'query'>,
): string => address(endpoint.path, params, query);

const address = (pattern: string, params: unknown, query: unknown): string => {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(`${values[name]}`));
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

export const requestOf = <const E extends Endpoint>(
  endpoint: Pick<E, 'method' | 'path'>,
  options: CallOptions<E>,
  token?: string,
): RawRequest => {
  const { params, query, body, form, signal, idempotencyKey } = options as Extras & {
    params?: unknown;
    query?: unknown;
    body?: unknown;
    form?: FormData;
  };
  const content = form ?? (body === undefined ? null : JSON.stringify(body));
  return {
    method: endpoint.method,
    url: address(endpoint.path, params, query),
    headers: headersOf(content, token, idempotencyKey),
    body: content,
    signal,
  };
};
