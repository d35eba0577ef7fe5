import { HTML_LINK } from '@portal/contract/html';
import { richTextText } from '../text/zh-TW/rich-text.ts';

const text = richTextText.link;

const MAIL = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/;
const PHONE = /^[+(]?[0-9][0-9 ()#-]{6,}$/;
const DOMAIN = /^[^\s:/@]+\.[^\s:/@.]{2,}(?:[/?#]\S*)?$/;

const completed = (typed: string): string => {
  if (MAIL.test(typed)) return `mailto:${typed}`;
  if (PHONE.test(typed)) return `tel:${typed.replace(/[^0-9+#-]/g, '')}`;
  return DOMAIN.test(typed) ? `https://${typed}` : typed;
};

const isAddress = (href: string): boolean => {
  try {
    return new URL(href).href !== '' && HTML_LINK.test(href);
  } catch {
    return false;
  }
};

/** The address that was typed, complete; or why it is none. */
export const linkAddress = (typed: string): { href: string } | { fault: string } => {
  const trimmed = typed.trim();
  if (trimmed === '') return { fault: text.missing };
  if (/^http:/i.test(trimmed)) return { fault: text.insecure };
  const href = completed(trimmed);
  return isAddress(href) ? { href } : { fault: text.wrong };
};
