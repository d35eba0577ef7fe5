import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { refusals } from '@portal/contract/errors';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigurationFault } from '../config.ts';

const listening = ['getaddrinfo', 'listen'];
const portFaults = ['EADDRINUSE', 'EACCES'];

const explain = (error: NodeJS.ErrnoException): string =>
  portFaults.includes(error.code ?? '')
    ? `無法使用這個連接埠，請以 PORT 指定其他連接埠 (${error.message}; choose another PORT).`
    : `無法在這個位址提供服務，請以 HOST 指定本機的位址 (${error.message}; HOST must be an address of this machine).`;

const throwListeningFault = (error: NodeJS.ErrnoException): never => {
  if (!listening.includes(error.syscall ?? '')) throw error;
  throw new ConfigurationFault(explain(error), { cause: error });
};

/** Returns the address. @throws ConfigurationFault naming PORT or HOST. */
export const listen = (app: FastifyInstance, { port, host }: Config): Promise<string> =>
  app.listen({ port, host }).catch(throwListeningFault);

/** Asks again by itself, so that whoever opened it sees the portal as soon as it is there. */
const STARTING_PAGE = `<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><title>啟動中</title></head><body><h1>系統啟動中</h1><p>請稍候，完成後會自動顯示網頁。</p></body></html>
`;

const answerWhileStarting: RequestListener = ({ url, headers }, response) => {
  const isAlive = url === '/healthz';
  const wantsPage = !isAlive && headers.accept?.includes('text/html');
  const { text } = refusals.unavailable;
  response.writeHead(isAlive ? 200 : 503, {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...(!isAlive && { 'retry-after': '2' }),
    connection: 'close',
  });
  if (wantsPage) response.end(STARTING_PAGE);
  else response.end(JSON.stringify(isAlive ? { status: 'ok' } : { code: 'unavailable', message: text }));
};

type Place = Pick<Config, 'port' | 'host' | 'listenEarly'>;

/**
 * Takes the port before the portal does any work, so that a taken port is reported at once. Until the returned function
 * is called, the port answers 503; with `listenEarly` off it refuses connections, so that a proxy asks another server
 * at once, also for a POST. @throws ConfigurationFault naming PORT or HOST.
 */
export const holdPort = async ({ port, host, listenEarly }: Place): Promise<() => Promise<void>> => {
  const server = createServer(answerWhileStarting);
  server.listen({ port, host });
  await once(server, 'listening').catch(throwListeningFault);
  const free = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  if (!listenEarly) await free();
  return free;
};

/** In milliseconds. Leaves time to stop the workers before the process is killed. */
const CLOSE_TIMEOUT_MS = 12_000;

/** Cuts connections still open after `within` ms. */
export const close = async (app: FastifyInstance, { within = CLOSE_TIMEOUT_MS } = {}): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), within);
  await app.close();
  clearTimeout(late);
};
