import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { type CalendarEvent, methodOf, writeEvent } from './calendar-event.ts';
import type { ComposedMail, MailSender } from './layout.ts';
import { logoId } from './logo.ts';

const SECOND = 1000;
export const MAX_DELIVERIES = 5;
/** In milliseconds, from connecting to the last answer of the server. */
export const DELIVERY_LIMIT = 60 * SECOND;

export interface OutgoingMail extends ComposedMail {
  /** The id of the mail and the Message-ID. */
  readonly id: string;
  readonly to: string;
  /** A PNG that the HTML shows. */
  readonly logo?: Uint8Array;
}

/** Resolves when the server has accepted the mail; rejects soon after `signal` aborts. */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

interface Sender {
  /** `address` or `名稱 <address>`. */
  from: string;
  publicUrl: string;
}

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

const isNamed = (from: string): boolean => /\S\s*<[^<>]+>\s*$/.test(from);

/** The name that an administrator has chosen comes before that of the operator. */
const senderOf = ({ chosen, site }: MailSender, from: string) =>
  chosen === null && isNamed(from) ? from : { name: chosen ?? site, address: addressOf(from) };

/* An attachment, not an alternative part: some clients would show the event instead of the mail. */
const asFile = (event: CalendarEvent, host: string, from: string) => ({
  filename: 'class.ics',
  contentType: `text/calendar; charset=utf-8; method=${methodOf(event)}`,
  content: writeEvent(event, { host, address: addressOf(from) }),
});

/** A part of the HTML, named as `logoAddress` names it. */
const asPicture = (logo: Uint8Array, publicUrl: string) => ({
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  cid: logoId(publicUrl),
  content: Buffer.from(logo),
});

const envelope = (mail: OutgoingMail, { from, publicUrl }: Sender): SendMailOptions => {
  const host = new URL(publicUrl).hostname;
  return {
    from: senderOf(mail.sender, from),
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Quoted-printable normalises line endings for mail; base64 would keep ours.
    textEncoding: 'quoted-printable',
    attachments: [
      ...(mail.logo ? [asPicture(mail.logo, publicUrl)] : []),
      ...(mail.event ? [asFile(mail.event, host, from)] : []),
    ],
    messageId: `<${mail.id}@${host}>`,
    // Prevents automatic replies; Exchange uses its own header.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/** Loaded with the first mail, because it takes memory. */
const library = async () => (await import('nodemailer')).default;

/** `within` limits the whole delivery in milliseconds: a server that sends one byte at a time would never time out. */
export const smtpDelivery = (
  smtpUrl: string,
  sender: Sender,
  { within = DELIVERY_LIMIT } = {},
): Deliver & { close(): void } => {
  const open = async () =>
    (await library()).createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: MAX_DELIVERIES,
      // One immediate retry, for idle connections that the server closed. The queue does the rest.
      maxRequeues: 1,
      connectionTimeout: 10 * SECOND,
      greetingTimeout: 10 * SECOND,
      socketTimeout: 30 * SECOND,
    });
  let opened: ReturnType<typeof open> | undefined;
  const deliver: Deliver = async (mail, signal) => {
    opened ??= open();
    const transport = await opened;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(within)]);
    await transport.sendMail({ ...envelope(mail, sender), signal: limit });
  };
  const close = () => void opened?.then((transport) => transport.close());
  return Object.assign(deliver, { close });
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Mails are written at once: a file takes no connection, and the work of a round is shared. */
export const MAX_WRITES = 25;

/** Writes mails into a folder, as files named by id, where there is no SMTP server. */
export const outboxDelivery = (folder: string, sender: Sender): Deliver => {
  const open = async () =>
    (await library()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let opened: ReturnType<typeof open> | undefined;
  const write = async (file: string, message: Buffer) => {
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
  return async (mail) => {
    opened ??= open();
    const { message } = await (await opened).sendMail(envelope(mail, sender));
    const file = path.join(folder, `${mail.id}.eml`);
    try {
      await write(file, message as Buffer);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write(file, message as Buffer);
    }
  };
};
