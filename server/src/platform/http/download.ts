import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Contains the name as RFC 5987 writes it, and in ASCII for older clients. */
export const attachmentHeader = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/gu, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name.toWellFormed())}`;
};

/** A browser that opens the file runs nothing in it. */
export const fileHeaders = (name: string) => ({
  'content-disposition': attachmentHeader(name),
  'content-security-policy': "default-src 'none'; sandbox",
});

export class Download {
  readonly stream: Readable;
  readonly type: string;
  readonly name: string;

  constructor(stream: Readable, { type, name }: { type: string; name: string }) {
    this.stream = stream;
    this.type = type;
    this.name = name;
  }
}

export const sendDownload = (reply: FastifyReply, { stream, type, name }: Download) =>
  reply.header('cache-control', 'no-store').headers(fileHeaders(name)).type(type).send(stream);
