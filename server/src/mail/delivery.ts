import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { type Invitation, writeInvitation } from './invitation.ts';
import type { ComposedMail } from './templates.ts';

const SECOND = 1000;
/** So many mails go out at once, each over a connection of its own. */
export const AT_ONCE = 5;
/** What one delivery may take at most, from the connection to the last answer. */
export const DELIVERY_LIMIT = 60 * SECOND;

export interface OutgoingMail extends ComposedMail {
  /** Also the Message-ID: a mail that is sent twice is seen to be the same. */
  readonly id: string;
  readonly to: string;
}

/** Hands a mail over; resolves when the other side has taken it, rejects soon after `signal` is aborted. */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

interface Sender {
  /** `名稱 <address>`. */
  from: string;
  /** The host of links, which also stands in Message-IDs. */
  publicUrl: string;
}

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/*
 * As a file beside the texts, not as a third text: a client that prefers the calendar's part would show the event in
 * place of the mail.
 */
const asFile = (invitation: Invitation, host: string, from: string) => ({
  filename: 'class.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: writeInvitation(invitation, { host, address: addressOf(from) }),
});

const envelope = (mail: OutgoingMail, { from, publicUrl }: Sender): SendMailOptions => {
  const host = new URL(publicUrl).hostname;
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Ends its lines as mails do; as base64 they would end as ours.
    textEncoding: 'quoted-printable',
    attachments: mail.invitation ? [asFile(mail.invitation, host, from)] : [],
    messageId: `<${mail.id}@${host}>`,
    // No machine answers these: neither those that read the standard's header nor Exchange, which has its own.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/**
 * Through an SMTP server. Every step has its time-out and all together have `within`, in milliseconds: a server that
 * goes on answering one octet at a time never times out otherwise.
 */
export const smtpDelivery = (
  smtpUrl: string,
  sender: Sender,
  { within = DELIVERY_LIMIT } = {},
): Deliver & { close(): void } => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: AT_ONCE,
    // Once more at once, for a connection that was closed while nothing was sent over it. The rest is for the queue.
    maxRequeues: 1,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  });
  const deliver: Deliver = async (mail, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(within)]);
    await transport.sendMail({ ...envelope(mail, sender), signal: limit });
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
