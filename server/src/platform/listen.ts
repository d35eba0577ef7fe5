import type { FastifyInstance } from 'fastify';
import { type Config, ConfigurationFault } from './config.ts';

const listening = ['getaddrinfo', 'listen'];
const portFaults = ['EADDRINUSE', 'EACCES'];

const explain = (error: NodeJS.ErrnoException): string =>
  portFaults.includes(error.code ?? '')
    ? `無法使用這個連接埠，請以 PORT 指定其他連接埠 (${error.message}; choose another PORT).`
    : `無法在這個位址提供服務，請以 HOST 指定本機的位址 (${error.message}; HOST must be an address of this machine).`;

/** Returns the address. @throws ConfigurationFault naming PORT or HOST. */
export const listen = (app: FastifyInstance, { port, host }: Config): Promise<string> =>
  app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (!listening.includes(error.syscall ?? '')) throw error;
    throw new ConfigurationFault(explain(error), { cause: error });
  });

/** In milliseconds. Leaves time to stop the workers before the process is killed. */
const CLOSE_WITHIN = 12_000;

/** Cuts connections still open after `within` ms. */
export const close = async (app: FastifyInstance, { within = CLOSE_WITHIN } = {}): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), within);
  await app.close();
  clearTimeout(late);
};
