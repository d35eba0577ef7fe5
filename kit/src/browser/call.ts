import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import type { RefusalBody, RefusalCode } from '@portal/contract/errors';
import * as z from 'zod/mini';
import { type CallOptions, type Extras, requestOf } from './request.ts';
import { Offline, type RawAnswer, type RawRequest, transport } from './transport.ts';

/** The server refused the call. `errors` holds its texts by field. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly status: number;
  /** Undefined if the answer does not come from the portal, for example from a proxy. */
  readonly code: RefusalCode | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  private readonly codes: RefusalBody['codes'];
  /** The changes since the version that a save was based on. */
  readonly newer: unknown;
  readonly line: RefusalBody['line'];

  constructor(answer: RawAnswer) {
    const body = z.safeParse(Refusal, parseJson(answer.text)).data;
    super(body?.message || `Request failed with status code ${answer.status}`);
    this.status = answer.status;
    this.code = body?.code as RefusalCode | undefined;
    this.errors = body?.errors ?? {};
    this.codes = body?.codes as RefusalBody['codes'];
    this.newer = body?.newer;
    this.line = body?.line;
  }

  /** Why the server refused this field; undefined if it did not. */
  codeOf(field: string): RefusalCode | undefined {
    return field in this.errors ? (this.codes?.[field]?.[0] ?? this.code) : undefined;
  }
}

const Refusal = z.object({
  code: z.optional(z.string()),
  codes: z.optional(z.record(z.string(), z.array(z.string()))),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  newer: z.optional(z.unknown()),
  line: z.optional(z.object({ ahead: z.number(), again: z.number() })),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const send = async (request: RawRequest, onProgress: Extras['onProgress']): Promise<RawAnswer> => {
  if (!onProgress) return transport.send(request);
  const { sendWithProgress } = await fetchUpload();
  return sendWithProgress(request, onProgress);
};

/** Reports a chunk that fails to load like an unreachable server. */
const fetchUpload = () =>
  import('@portal/kit/browser/upload.ts').catch(() => {
    throw new Offline('Network Error');
  });

interface PreparedCall<E extends Endpoint> {
  send(token: string | undefined): Promise<RawAnswer>;
  parse(answer: RawAnswer): AnswerOf<E>;
}

export const prepareCall = <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): PreparedCall<E> => {
  const { onProgress } = options;
  return {
    send: (token) => send(requestOf(endpoint, options, token), onProgress),
    parse: (answer) => {
      if (answer.status < 200 || answer.status > 299) throw new CallRefused(answer);
      return z.parse(endpoint.answer, parseJson(answer.text)) as AnswerOf<E>;
    },
  };
};

export const firstError = (error: unknown, field: string): string | undefined =>
  error instanceof CallRefused ? error.errors[field]?.[0] : undefined;

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

export const loadStatus = ({ data, error, isFetching, refetch }: Load) => ({
  fault: error && failureKind(error),
  isLoaded: data !== undefined,
  isFetching,
  refetch,
});
