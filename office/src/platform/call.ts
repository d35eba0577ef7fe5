import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { type CallOptions, prepareCall } from '@portal/kit/browser/call.ts';

/** The session cookie is sent with it. */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<AnswerOf<E>> => {
  const { send, parse } = prepareCall(endpoint, options);
  return parse(await send(undefined));
};
