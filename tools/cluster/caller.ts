import https from 'node:https';

export interface Answer {
  /** 0: the connection broke, or nothing came in time. */
  readonly status: number;
  readonly text: string;
  /** In seconds. */
  readonly retryAfter: number;
  /** Host and port of the portal that answered, empty if none has. */
  readonly server: string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: object;
}

export interface Caller {
  call(request: Request): Promise<Answer>;
  close(): void;
}

const HOST = 'training.example.org.tw';
/** In milliseconds. nginx waits as long. */
const ANSWER_TIMEOUT_MS = 60_000;

const headersOf = ({ token, key }: Request, body: string | undefined) => ({
  host: HOST,
  ...(token && { authorization: `Bearer ${token}` }),
  ...(key && { 'idempotency-key': key }),
  ...(body !== undefined && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }),
});

/** Calls the portal through nginx, as a browser does. */
export const openCaller = (port: number, certificate: string): Caller => {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 400, ca: certificate, servername: HOST });
  const call = (request: Request): Promise<Answer> =>
    new Promise((resolve) => {
      const body = request.body && JSON.stringify(request.body);
      const broken = () => resolve({ status: 0, text: '', retryAfter: 0, server: '' });
      const sent = https.request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method: request.method,
          path: request.path,
          headers: headersOf(request, body),
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', broken);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(parts).toString(),
              retryAfter: Number(response.headers['retry-after'] ?? 0),
              // nginx names all that it asked.
              server:
                String(response.headers['x-portal'] ?? '')
                  .split(', ')
                  .at(-1) ?? '',
            }),
          );
        },
      );
      sent.setTimeout(ANSWER_TIMEOUT_MS, () => sent.destroy(new Error('late')));
      sent.on('error', broken);
      sent.end(body);
    });
  return { call, close: () => agent.destroy() };
};
