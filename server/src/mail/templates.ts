import { escapeHtml } from '@portal/contract/primitives';

const PORTAL = '學員訓練報名網';

/** What each kind of mail is about. */
export interface MailTemplate {
  registered: { name: string };
  enrolled: {
    name: string;
    organization: string;
    code: string;
    train: string;
    /** As people read it: `2026-12-05（六）09:00`. */
    startTime: string;
    place: string;
  };
}

export type Mail = {
  [T in keyof MailTemplate]: { template: T; data: MailTemplate[T] };
}[keyof MailTemplate];

/** The parts of a mail's body, in order: a paragraph, a table of rows, or a link. */
type Part =
  | string
  | { readonly rows: readonly (readonly [string, string])[] }
  | { readonly link: string; readonly label: string };

interface Letter {
  readonly subject: string;
  readonly name: string;
  readonly body: readonly Part[];
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const letters: { [T in keyof MailTemplate]: (data: MailTemplate[T], publicUrl: string) => Letter } = {
  registered: ({ name }, publicUrl) => ({
    subject: '加入學員成功',
    name,
    body: [
      '您已成功加入學員。日後請以您的身分證字號、護照號碼或居留證號登入，即可報名課程、查詢報名繳費紀錄。',
      { link: `${publicUrl}/ClassInfo`, label: '查看開課資訊' },
    ],
  }),
  enrolled: ({ name, organization, code, train, startTime, place }, publicUrl) => ({
    subject: `已收到您的報名：${train}`,
    name,
    body: [
      '我們已收到您的報名，目前資格審查中。這封信不代表已完成報名，須待報名資格審查通過後，才能繳費。',
      {
        rows: [
          ['會別', organization],
          ['課程代碼', code],
          ['訓練項目', train],
          ['開課日期', startTime],
          ['上課地點', place],
        ],
      },
      { link: `${publicUrl}/Auth/PayRecord`, label: '查看報名繳費紀錄' },
    ],
  }),
};

const asText = (part: Part): string => {
  if (typeof part === 'string') return part;
  if ('rows' in part) return part.rows.map(([term, value]) => `${term}：${value}`).join('\n');
  return `${part.label}：\n${part.link}`;
};

const asHtml = (part: Part): string => {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('link' in part) {
    return `<p>${escapeHtml(part.label)}：<br><a href="${escapeHtml(part.link)}">${escapeHtml(part.link)}</a></p>`;
  }
  const rows = part.rows.map(
    ([term, value]) =>
      `<tr><th align="left" valign="top">${escapeHtml(term)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="6">${rows.join('')}</table>`;
};

const FAREWELL = '本信件由系統自動寄發，請勿直接回覆。';

/** Subject, text and HTML of a mail; every value is escaped. Links start with `publicUrl`. */
export const compose = ({ template, data }: Mail, publicUrl: string): ComposedMail => {
  // The pair is consistent by the type of Mail, which an indexed call cannot express.
  const letter = (letters[template] as (data: unknown, publicUrl: string) => Letter)(data, publicUrl);
  const parts: Part[] = [`${letter.name} 您好：`, ...letter.body, FAREWELL];
  const content = [...parts.map(asHtml), `<p>${PORTAL}</p>`].join('\n');
  return {
    subject: `【${PORTAL}】${letter.subject}`,
    text: `${[...parts.map(asText), PORTAL].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="zh-Hant-TW"><body>\n${content}\n</body></html>\n`,
  };
};
