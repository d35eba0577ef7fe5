import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ROOT } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { serveFiles } from './files.ts';

const BUILT_OFFICE = path.join(ROOT, 'office', 'dist');

const FILES = /^\/office\/assets(?:\/|$)/;

const wantsPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  !FILES.test(url) && /text\/html|\*\/\*/.test(accept);

/** Every address is the same page, which is not cached. */
export const serveOfficePages = async (
  app: FastifyInstance,
  { log }: Services,
  folder = BUILT_OFFICE,
): Promise<void> => {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return log.warn('the office is not built: its pages are not served');
  await serveFiles(app, folder, '/office/');

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw new Refusal('not_found');
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    return reply.type('text/html; charset=utf-8').send(page);
  };
  for (const address of ['/office', '/office/', '/office/*']) app.get(address, show);
};
