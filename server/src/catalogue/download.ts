import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';
import { byteRange } from '../platform/http/byte-range.ts';
import { attachmentHeader } from '../platform/http/download.ts';
import type { Services } from '../platform/services.ts';
import { findAttachment } from './queries.ts';

const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

const SRC = /^[A-Za-z0-9_-]{1,100}$/;

const srcOf = (request: FastifyRequest): string => {
  const { src } = request.query as Record<string, unknown>;
  if (typeof src !== 'string' || !SRC.test(src)) throw new Refusal('file_not_found');
  return src;
};

type Attachment = NonNullable<Awaited<ReturnType<typeof findAttachment>>>;

const describe = (reply: FastifyReply, { name, extension }: Attachment) =>
  reply
    .type(contentTypes[extension] ?? 'application/octet-stream')
    .header('content-disposition', attachmentHeader(`${name}.${extension}`))
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes');

/** Sends the whole file for `If-Range`: answers carry no validator that it could match. */
const sendPart = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  found: Attachment,
  bytes: Uint8Array | null,
) => {
  if (!bytes) throw new Refusal('file_not_found');
  const range = headers['if-range'] === undefined ? byteRange(headers.range, bytes.length) : null;
  describe(reply, found);
  if (range === null) return reply.send(Buffer.from(bytes));
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    .send(Buffer.from(bytes.slice(start, end + 1)));
};

/** Sends attachments as downloads; browsers never show them inline. */
export const serveAttachments = (app: FastifyInstance, { db, files }: Services) => {
  app.get('/download', { compress: false }, async (request, reply) => {
    const found = await findAttachment(db, srcOf(request));
    if (!found) throw new Refusal('file_not_found');
    const stream = await files.stream(found.fileKey);
    if (!stream) {
      request.log.error({ key: found.fileKey }, 'an attachment is missing among the files');
      throw new Refusal('file_not_found');
    }
    if (request.headers.range !== undefined && request.method === 'GET') {
      stream.destroy();
      return sendPart(request, reply, found, await files.read(found.fileKey));
    }
    describe(reply, found);
    if (request.method !== 'HEAD') return reply.send(stream);
    stream.destroy();
    return reply.send(Readable.from([]));
  });
};
