import type { FastifyInstance } from 'fastify';
import { type Config, ConfigurationFault } from './config.ts';

const listening = ['getaddrinfo', 'listen'];
const portFaults = ['EADDRINUSE', 'EACCES'];

const explain = (error: NodeJS.ErrnoException): string =>
  portFaults.includes(error.code ?? '')
    ? `無法使用這個連接埠，請以 PORT 指定其他連接埠 (${error.message}; choose another PORT).`
    : `無法在這個位址提供服務，請以 HOST 指定本機的位址 (${error.message}; HOST must be an address of this machine).`;

/**
 * Listens and says where.
 *
 * @throws ConfigurationFault which names PORT or HOST. The codes alone would not tell: a host that has no name may be
 * the database's as well.
 */
export const listen = (app: FastifyInstance, { port, host }: Config): Promise<string> =>
  app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (!listening.includes(error.syscall ?? '')) throw error;
    throw new ConfigurationFault(explain(error), { cause: error });
  });

/** Milliseconds: time to stop the workers is left before the process ends by force. */
const CLOSE_WITHIN = 12_000;

/** Answers what is in flight and closes; who does not take the answer within that time is cut off. */
export const close = async (app: FastifyInstance, { within = CLOSE_WITHIN } = {}): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), within);
  await app.close();
  clearTimeout(late);
};
