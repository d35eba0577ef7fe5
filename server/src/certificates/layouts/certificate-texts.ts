import { minguo } from '@portal/contract/dates';
import {
  fillPlaceholders,
  type LayoutForm,
  type Placeholder,
} from '@portal/contract/office/certificate-layouts';
import type { CertificatePaper } from '../../papers/certificate-paper.ts';
import type { CertificateContent } from '../content.ts';

/* The texts of a certificate: those of its layout, with what the certificate says. */

/** The content that a certificate prints in every layout. */
export type PrintedContent = Omit<CertificateContent, 'classCode' | 'maskedIdentity' | 'photo' | 'signer'>;

type Calendars = LayoutForm['calendars'];
type Fact = CertificatePaper['facts'][number];

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** `5 December 2026`. */
const englishDay = (date: string): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
};

const chineseDay = (date: string, calendars: Calendars): string =>
  calendars === 'both' ? `${minguo(date)}（${date}）` : minguo(date);

const periodOf = (
  { firstDay, lastDay }: PrintedContent,
  write: (date: string) => string,
  until: string,
): string => {
  if (firstDay === null || lastDay === null) return '';
  return firstDay === lastDay ? write(firstDay) : `${write(firstDay)}${until}${write(lastDay)}`;
};

/** A person without a Chinese name is named in English. */
const mainName = ({ chineseName, englishName }: PrintedContent): string => chineseName ?? englishName ?? '';

type Values = Readonly<Record<Placeholder, string>>;

const chineseValues = (content: PrintedContent, calendars: Calendars): Values => ({
  organization: content.organization,
  kind: content.kind,
  course: content.course,
  hours: content.hours === null ? '' : `${content.hours}`,
  period: periodOf(content, minguo, '至'),
  issued: chineseDay(content.issuedOn, calendars),
  until: chineseDay(content.validUntil, calendars),
  name: mainName(content),
  number: content.number,
});

const englishValues = (content: PrintedContent, chinese: Values): Values => ({
  ...chinese,
  period: periodOf(content, englishDay, ' to '),
  issued: englishDay(content.issuedOn),
  until: englishDay(content.validUntil),
  name: content.englishName ?? mainName(content),
});

/** A term in both languages, where the layout has both. */
const factOf =
  (isBoth: boolean) =>
  (chinese: string, english: string, value: string): Fact => ({
    term: { chinese, english: isBoth ? english : null },
    value,
  });

type Texts = Omit<CertificatePaper, 'paper' | 'qr' | 'pictures' | 'signer'>;

/** Facts without a value are left out. */
const factsOf = (
  content: PrintedContent,
  layout: LayoutForm,
): Pick<Texts, 'facts' | 'backFacts' | 'holderFacts'> => {
  const fact = factOf(layout.languages === 'both');
  const day = (date: string) => chineseDay(date, layout.calendars);
  const given = (facts: readonly Fact[]) => facts.filter(({ value }) => value !== '');
  const birthday = content.birthDate === null ? '' : day(content.birthDate);
  return {
    holderFacts: given([
      fact('身分證字號', 'ID No.', content.identity),
      fact('出生日期', 'Date of birth', birthday),
    ]),
    facts: [
      fact('證照名稱', 'Certificate', content.kind),
      fact('證書號碼', 'No.', content.number),
      fact('發證日期', 'Issued on', day(content.issuedOn)),
      fact('有效期限', 'Valid until', day(content.validUntil)),
    ],
    backFacts: given([
      fact('訓練項目', 'Course', content.course),
      fact('訓練時數', 'Hours', content.hours === null ? '' : `${content.hours} 小時`),
      fact('訓練期間', 'Dates', periodOf(content, minguo, '至')),
    ]),
  };
};

export const certificateTexts = (content: PrintedContent, layout: LayoutForm): Texts => {
  const isBoth = layout.languages === 'both';
  const chinese = chineseValues(content, layout.calendars);
  const english = englishValues(content, chinese);
  const pair = (field: 'issuer' | 'title' | 'text') => {
    const translation = layout[`${field}English`];
    return {
      chinese: fillPlaceholders(layout[field], chinese),
      english: isBoth && translation ? fillPlaceholders(translation, english) : null,
    };
  };
  return {
    issuer: pair('issuer'),
    title: pair('title'),
    text: pair('text'),
    heading: `證書字號：${content.registerNumber}`,
    holder: {
      chinese: mainName(content),
      english: isBoth && content.chineseName !== null ? content.englishName : null,
    },
    ...factsOf(content, layout),
    date: {
      chinese: `中華${minguo(content.issuedOn)}`,
      english: isBoth ? englishDay(content.issuedOn) : null,
    },
  };
};
