import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = 3;

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The SDK's signed chunks: size, bytes, size, bytes … */
const withoutChunks = (body: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!size) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
};

export interface Bucket {
  /** The value for `FILES_URL`. */
  readonly url: string;
  readonly objects: Map<string, { bytes: Buffer; modified: Date }>;
  /** How the server behaves from now on. */
  mood: 'well' | 'silent' | 'silent in the middle' | 'broken';
  close(): Promise<void>;
}

/** A bucket in memory with the parts of S3 that the portal uses. Its lists have small pages. */
export const openBucket = async (): Promise<Bucket> => {
  const objects: Bucket['objects'] = new Map();

  const listing = (query: URLSearchParams): string => {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified.toISOString()}</LastModified></Contents>`,
    );
    const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://bucket');
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''));
    const body = await bodyOf(request);
    if (bucket.mood === 'silent') return;
    if (bucket.mood === 'broken') return response.writeHead(500).end();
    const found = objects.get(key);
    if (request.method === 'PUT') {
      const isChunked = request.headers['content-encoding'] === 'aws-chunked';
      objects.set(key, { bytes: isChunked ? withoutChunks(body) : body, modified: new Date() });
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (url.searchParams.get('list-type') === '2') {
      return response.setHeader('content-type', 'application/xml').end(listing(url.searchParams));
    }
    if (!found) return response.writeHead(404).end();
    response.setHeader('last-modified', found.modified.toUTCString());
    response.setHeader('content-length', found.bytes.length);
    if (request.method === 'HEAD') return response.end();
    if (bucket.mood === 'silent in the middle') return response.write(found.bytes.subarray(0, 1));
    return response.end(found.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bucket: Bucket = {
    url: `s3://key:secret@127.0.0.1:${port}/bucket/portal?tls=off`,
    objects,
    mood: 'well',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bucket;
};
