import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { prepareCall } from '@portal/kit/browser/call.ts';
import type { CallOptions } from '@portal/kit/browser/request.ts';

/** The session cookie is sent with it. */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<AnswerOf<E>> => {
  const { send, parse } = prepareCall(endpoint, options);
  return parse(await send(undefined));
};
