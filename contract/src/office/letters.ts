import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/* The letters that the portal sends, with the data of examples. */

const LetterKey = z.object({
  key: z.string().check(z.regex(/^[a-z_-]{1,60}$/, { error: '查無此信件' })),
});

export const LetterRow = z.object({
  key: z.string(),
  /** The heading under which the page lists the letter: `繳費`. */
  group: z.string(),
  situation: z.string(),
  subject: z.string(),
  hasCalendar: z.boolean(),
});
export type LetterRow = z.infer<typeof LetterRow>;

export const letterList = endpoint({
  method: 'GET',
  path: '/api/office/letters',
  access: 'settings.read',
  summary: '系統寄發的所有信件',
  answer: z.array(LetterRow),
  refusals: [],
});

export const letter = endpoint({
  method: 'GET',
  path: '/api/office/letters/:key',
  access: 'settings.read',
  summary: '一種信件的範例：主旨、純文字內容與行事曆檔案',
  params: LetterKey,
  answer: z.extend(LetterRow, {
    sender: z.string(),
    text: z.string(),
    calendar: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
});

const looks = ['light', 'dark'] as const;

export const letterPage = endpoint({
  method: 'GET',
  path: '/api/office/letters/:key/page',
  access: 'settings.read',
  summary: '一種信件的範例，為收件人所見的網頁格式',
  params: LetterKey,
  query: z.object({ look: z.enum(looks, { error: '請選擇淺色或深色' }) }),
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'text/html',
  refusals: ['not_found'],
});
