import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { prepareCall } from '@portal/kit/browser/call.ts';
import type { CallOptions } from '@portal/kit/browser/request.ts';

/* Takes the place of `platform/api.ts`: within the server, calls are answered without the network, as for a guest. */

/** The JSON of an answer. Throws if the call is refused. */
export type AnswerCall = (path: string, input: { params: unknown; query: unknown }) => Promise<string>;

const answering = new AsyncLocalStorage<AnswerCall>();

/** Calls that begin within `work` are answered by `answer`. */
export const answeredBy = <T>(answer: AnswerCall, work: () => T): T => answering.run(answer, work);

export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<AnswerOf<E>> => {
  const { params, query } = options as { params?: unknown; query?: unknown };
  const text = await answering.getStore()?.(endpoint.path, { params, query });
  if (text === undefined) throw new Error(`nobody answers ${endpoint.path}`);
  return prepareCall(endpoint, options).parse({ status: 200, text });
};

export const attemptAsUser = (): Promise<never> => Promise.reject(new Error('a guest has no files'));
