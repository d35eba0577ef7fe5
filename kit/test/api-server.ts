import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
}

/**
 * A server that answers as it is told and remembers what it was asked. While it stands, `fetch` takes addresses
 * without a host, as on a page that it served.
 */
export const startApiServer = async (answer: (request: SeenRequest) => Reply | Promise<Reply>) => {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(parts).toString() };
    seen.push(one);
    const { status = 200, json, text } = await answer(one);
    response.writeHead(status).end(text ?? JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const realFetch = globalThis.fetch;
  globalThis.fetch = (address, options) =>
    realFetch(new URL(`${address}`, `http://127.0.0.1:${port}`), options);
  return {
    seen,
    stop: async () => {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
