import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandingReader } from '../branding/find-branding.ts';
import { ROOT } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { brandHtml } from './branded-html.ts';
import { serveFiles } from './files.ts';

/* An application with one HTML for every address below its own. Search engines leave it out. */

interface SinglePage {
  /** `/office` */
  readonly address: string;
  /** The folder of its build. */
  readonly folder: string;
}

const builtIn = (application: string): string => path.join(ROOT, application, 'dist');

/** The page is not cached. Without a build, calls are still answered. */
const serveSinglePage = async (
  app: FastifyInstance,
  { log, db, clock }: Services,
  { address, folder }: SinglePage,
): Promise<void> => {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return log.warn(`no page is built for ${address}: none is served`);
  await serveFiles(app, folder, `${address}/`);

  const wantsPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
    !url.startsWith(`${address}/assets`) && /text\/html|\*\/\*/.test(accept);
  const branding = brandingReader(db);
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw new Refusal('not_found');
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    return reply.type('text/html; charset=utf-8').send(brandHtml(html, await branding(clock())));
  };
  for (const each of [address, `${address}/`, `${address}/*`]) app.get(each, show);
};

export const serveOfficePages = (
  app: FastifyInstance,
  services: Services,
  folder = builtIn('office'),
): Promise<void> => serveSinglePage(app, services, { address: '/office', folder });

/** The page that checks certificates. */
export const serveVerifyPage = (
  app: FastifyInstance,
  services: Services,
  folder = builtIn('verify'),
): Promise<void> => serveSinglePage(app, services, { address: '/v', folder });
