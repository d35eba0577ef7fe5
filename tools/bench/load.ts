import http from 'node:http';
import autocannon from 'autocannon';
import { measure, type Rate } from './measure.ts';

/* Calls of a portal from outside, over HTTP. */

export const SECONDS = 2;
export const CONCURRENCY = 16;
/** Latency is compared with few callers, so that it is the work that is seen and not the queue. */
export const FEW_CALLERS = 4;

interface Server {
  readonly url: string;
}

export interface Load {
  method?: 'GET' | 'POST';
  url: string;
  /** Headers, body and path of the n-th request, where it is not `url`. */
  request?: (n: number) => { headers?: Record<string, string>; body?: string; path?: string };
  /** The number of different requests. They are built before loading starts, so that it takes little of the machine. */
  repeats?: number;
}

/** Loads the portal from outside; every answer must be a 200. */
export const load = async (
  { url: server }: Server,
  { method = 'GET', url, request, repeats }: Load,
): Promise<Rate> => {
  let next = 0;
  const made = (n: number) => {
    const own = request?.(n);
    return { method, path: url, ...own, headers: { 'accept-encoding': 'br', ...own?.headers } };
  };
  const result = await autocannon({
    url: server,
    connections: CONCURRENCY,
    duration: SECONDS,
    requests: repeats
      ? Array.from({ length: repeats }, (_, n) => made(n))
      : [{ setupRequest: (given) => ({ ...given, ...made(next++) }) }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed, ${result.timeouts} late`,
    );
  return { perSecond: result.requests.total / result.duration, median: result.latency.p50 };
};

/** The same load by few callers, timed finer than a millisecond. */
export const time = async (portal: Server, { method = 'GET', url, request }: Load): Promise<Rate> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: FEW_CALLERS });
  const send = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const { headers = {}, body = '', path = url } = request?.(n) ?? {};
      const sent = http.request(
        `${portal.url}${path}`,
        {
          method,
          agent,
          headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
        },
        (response) => {
          response.resume();
          response.on('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const rate = await measure(send, { concurrency: FEW_CALLERS, seconds: SECONDS });
  agent.destroy();
  return rate;
};
