import { pictureWidths } from '@portal/contract/content';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findPicture } from './queries.ts';
import { pictureFile } from './save-picture.ts';

const KEY = /^[A-Za-z0-9_-]{16,64}$/;
/** The content of a key never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Undefined for the original. */
const widthOf = (query: unknown): number | undefined => {
  const { w } = query as Record<string, unknown>;
  if (w === undefined) return undefined;
  const width = pictureWidths.find((each) => String(each) === w);
  if (!width) throw new Refusal('not_found');
  return width;
};

/** Everybody may see the pictures. */
export const servePictures = (app: FastifyInstance, { db, files }: Services) => {
  app.get<{ Params: { key: string } }>('/pictures/:key', { compress: false }, async (request, reply) => {
    const { key } = request.params;
    const width = widthOf(request.query);
    const picture = KEY.test(key) ? await findPicture(db, key) : null;
    if (!picture) throw new Refusal('not_found');
    const file = pictureFile(key, width !== undefined && width < picture.width ? width : undefined);
    const bytes = await files.read(file);
    if (!bytes) {
      request.log.error({ key: file }, 'a picture is missing among the files');
      throw new Refusal('not_found');
    }
    return reply.type('image/webp').header('cache-control', FOR_EVER).send(Buffer.from(bytes));
  });
};
