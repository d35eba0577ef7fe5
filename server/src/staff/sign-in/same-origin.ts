import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/errors.ts';

const isOwnOrigin = ({ headers }: FastifyRequest, publicUrl: string | undefined): boolean => {
  const origin = URL.parse(headers.origin ?? '');
  if (!origin) return false;
  // Parsed with the origin's scheme: the port that goes without saying is left out on both sides.
  const own = URL.parse(`${origin.protocol}//${headers.host}`);
  return origin.host === own?.host || origin.origin === URL.parse(publicUrl ?? '')?.origin;
};

/** Browsers name the origin of a request; without it, or with another one, the call is refused. */
export const refuseOtherSites = (request: FastifyRequest, publicUrl: string | undefined): void => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn = origin === undefined ? site === 'same-origin' : isOwnOrigin(request, publicUrl);
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw new Refusal('cross_site');
};
