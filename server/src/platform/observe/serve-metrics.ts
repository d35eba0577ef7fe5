import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { ConfigurationFault } from '../config.ts';

const answer = async (register: Registry, { method, url }: http.IncomingMessage): Promise<string | null> =>
  method === 'GET' && url === '/metrics' ? register.metrics() : null;

const createServer = (register: Registry) =>
  http.createServer((request, response) => {
    answer(register, request)
      .then((text) => {
        response.writeHead(text === null ? 404 : 200, { 'content-type': register.contentType });
        response.end(text ?? '');
      })
      .catch(() => response.writeHead(500).end());
  });

/** Listens on a port of its own, which the reverse proxy does not serve. */
export const serveMetrics = async (
  register: Registry,
  { host, port }: { host: string; port: number },
): Promise<{ address: string; stop(): void }> => {
  const server = createServer(register);
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new ConfigurationFault(
      `無法提供監控數據，請以 METRICS_PORT 與 METRICS_HOST 指定其他位址 (${error.message}; choose another METRICS_PORT or METRICS_HOST).`,
      { cause: error },
    );
  });
  const { address, port: found, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${found}/metrics`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
