import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { type CallOptions, prepareCall } from '@portal/kit/browser/call.ts';

/** Makes one call of the contract and gives its parsed answer; the session goes with it as a cookie. */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<AnswerOf<E>> => {
  const { send, parse } = prepareCall(endpoint, options);
  return parse(await send(undefined));
};
