import { readable } from '@portal/contract/dates';
import { MAIL_PARAMETER } from '@portal/contract/mail-parameter';
import { type Branding, defaultBranding } from '../branding/find-branding.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { type Look, writeHtml } from './html-mail.ts';
import type { LetterText, Mail, Part, Row } from './letters.ts';

export interface MailSender {
  /** Null: the name that the operator has set, or that of the site. */
  readonly chosen: string | null;
  readonly site: string;
}

export interface ComposedMail {
  readonly sender: MailSender;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly event?: CalendarEvent;
}

const rowAsText = ([term, value, more]: Row): string =>
  [`${term}：${value}`, ...(more ? [`${more.label}：${more.link}`] : [])].join('\n');

export const asText = (part: Part): string => {
  if (typeof part === 'string') return part;
  if ('rows' in part) return part.rows.map(rowAsText).join('\n');
  return `${part.label}：\n${part.link}`;
};

const FAREWELL = '本信件由系統自動寄發，請勿直接回覆。';
const CONFIRM_HINT =
  '請點選信中的連結，以確認這是您的電子信箱；確認後，您才會收到其他通知信。若您未加入學員，請忽略本信。';

const CONFIRM_LABEL = '確認電子信箱';

type LinkPart = Extract<Part, { link: string }>;

const isLink = (part: Part): part is LinkPart => typeof part === 'object' && 'link' in part;

const confirmingLink = (part: Part, mailId: string): Part => {
  if (!isLink(part)) return part;
  const link = new URL(part.link);
  link.searchParams.set(MAIL_PARAMETER, mailId);
  return { ...part, link: link.href };
};

/** Says before the first link, and in its label, that it confirms the mailbox. */
const withConfirmHint = (body: readonly Part[]): readonly Part[] => {
  const place = body.findIndex(isLink);
  const link = body[place];
  if (!link || !isLink(link)) return [...body, CONFIRM_HINT];
  const label = link.label === CONFIRM_LABEL ? CONFIRM_LABEL : `${CONFIRM_LABEL}，並${link.label}`;
  return [...body.slice(0, place), CONFIRM_HINT, { ...link, label }, ...body.slice(place + 1)];
};

/** Leaves out text that the person entered. */
const forUnconfirmed = (text: LetterText, { letter }: Mail, mailId: string): LetterText => {
  const body = text.body.map((part) => confirmingLink(part, mailId));
  return { ...text, name: '', body: letter.urgent ? body : withConfirmHint(body) };
};

export const sentAgain = (data: object): readonly Part[] => {
  const { firstWrittenAt } = data as { firstWrittenAt?: string };
  if (firstWrittenAt === undefined) return [];
  return [`本信原於 ${readable(firstWrittenAt)} 寄送，現重新寄出，內容與當時相同。`];
};

interface Composing {
  /** The mail's id, if the mailbox is not confirmed. */
  readonly confirms?: string;
  readonly branding?: Branding;
  /** The address of the logo in the HTML: of a part of the mail, or `data:`. */
  readonly logo?: string;
  /** Light or dark, in previews only. A mail follows the reader's device. */
  readonly look?: Look;
}

export const compose = (
  mail: Mail,
  publicUrl: string,
  { confirms, branding = defaultBranding, logo, look }: Composing = {},
): ComposedMail => {
  const plain = mail.letter.write(mail.data, publicUrl);
  const { subject, name, body, event } = confirms ? forUnconfirmed(plain, mail, confirms) : plain;
  const greeting = name ? `${name} 您好：` : '您好：';
  const content: Part[] = [...sentAgain(mail.data), ...body];
  const { name: site, colour, senderName } = branding;
  return {
    sender: { chosen: senderName, site },
    subject: `【${site}】${subject}`,
    text: `${[greeting, ...content.map(asText), FAREWELL, site].join('\n\n')}\n`,
    html: writeHtml({ site, colour, logo, look, publicUrl, subject, greeting, content, farewell: FAREWELL }),
    ...(event && { event }),
  };
};
