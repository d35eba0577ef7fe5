import type { Socket } from 'node:net';
import { refusals } from '@portal/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const ONE_YEAR = 365 * 24 * 3600;
const STRICT_TRANSPORT = `max-age=${ONE_YEAR}; includeSubDomains`;

/** Makes no array, because every request is counted. */
const countHosts = ({ rawHeaders }: FastifyRequest['raw']): number => {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
};

/** The header Host is missing or ambiguous (RFC 9112, 3.2): a proxy may have used another one than Node does. */
const hasWrongHost = ({ raw }: FastifyRequest): boolean => {
  const hosts = countHosts(raw);
  return hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1');
};

type PolicyOf = (url: string) => string;

/** `request.protocol` is https only if a proxy in `TRUST_PROXY` says so. */
export const secureAnswer = (request: FastifyRequest, reply: FastifyReply, policyOf: PolicyOf) => {
  reply.headers(securityHeaders).header('content-security-policy', policyOf(request.url));
  if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
};

export const secureAnswers = (app: FastifyInstance, policyOf: PolicyOf) => {
  app.addHook('onRequest', (request, reply, done) => {
    secureAnswer(request, reply, policyOf);
    done(hasWrongHost(request) ? new Refusal('broken_request') : undefined);
  });
};

const statusLines: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** In milliseconds. Lets the client, which may still be sending, read the answer before the connection is reset. */
const LINGER_MS = 1_000;

const endWith = (socket: Socket, answer: string) => {
  socket.end(answer);
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(late));
};

export const answerBrokenRequest = (policy: string) => (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy(error);
  const status = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'broken_request';
  const body = JSON.stringify({ code, message: refusals[code].text });
  const headers = Object.entries({
    ...securityHeaders,
    'content-security-policy': policy,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  endWith(socket, `HTTP/1.1 ${status}\r\n${headers.join('')}\r\n${body}`);
};
