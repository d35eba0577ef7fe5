import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { ComposedMail } from './templates.ts';

export interface OutgoingMail extends ComposedMail {
  /** Also the Message-ID: a mail that is sent twice is seen to be the same. */
  readonly id: string;
  readonly to: string;
}

/** Hands a mail over; resolves when the other side has taken it. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

interface Sender {
  /** `名稱 <address>`. */
  from: string;
  /** The host of links, which also stands in Message-IDs. */
  publicUrl: string;
}

const envelope = (mail: OutgoingMail, { from, publicUrl }: Sender) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Through an SMTP server; every step has its time-out. */
export const smtpDelivery = (smtpUrl: string, sender: Sender): Deliver & { close(): void } => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  const deliver = async (mail: OutgoingMail) => {
    await transport.sendMail(envelope(mail, sender));
  };
  return Object.assign(deliver, { close: () => transport.close() });
};

/** As `.eml` files in `folder`, named by their id: the outbox of a portal without an SMTP server. */
export const outboxDelivery = (folder: string, sender: Sender): Deliver => {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await transport.sendMail(envelope(mail, sender));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${mail.id}.eml`);
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
};
