import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Files with hashed names are cached for ever. */
export const serveFiles = (app: FastifyInstance, folder: string, prefix: string) =>
  app.register(fastifyStatic, {
    root: folder,
    prefix,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'server/**', '.vite/**'],
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(path.join(folder, 'assets') + path.sep);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
