import { HTML_LINK, HTML_PICTURE, HTML_PIXELS, HTML_SPAN } from '@portal/contract/html';
import sanitizeHtml from 'sanitize-html';

/* The only allow-list. HTML is cleaned when it is stored and when it is shown, so that old rows follow the present list. */

type Attributes = Record<string, string>;

const allowedOf = (attributes: Attributes, allowed: Record<string, RegExp>): Attributes =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, shape]) => {
      const value = attributes[name]?.trim() ?? '';
      return shape.test(value) ? [[name, value]] : [];
    }),
  );

const link = (tagName: string, attributes: Attributes) => ({
  tagName,
  attribs: allowedOf(attributes, { href: HTML_LINK }),
});

const picture = (tagName: string, attributes: Attributes) => ({
  tagName,
  attribs: {
    ...allowedOf(attributes, { src: HTML_PICTURE }),
    alt: attributes.alt ?? '',
    ...allowedOf(attributes, { width: HTML_PIXELS, height: HTML_PIXELS }),
  },
});

const cell = (tagName: string, attributes: Attributes) => ({
  tagName,
  attribs: allowedOf(attributes, { colspan: HTML_SPAN, rowspan: HTML_SPAN }),
});

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h3', 'h4', 'h5', 'p', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['strong', 'em', 'b', 'i', 'u', 'a', 'img'],
  ],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  transformTags: { a: link, img: picture, th: cell, td: cell, h1: 'h3', h2: 'h3' },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  // Elements whose text is code or foreign markup, never content.
  nonTextTags: [
    ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'svg', 'math'],
    ...['textarea', 'option', 'title', 'xmp', 'plaintext'],
  ],
  nestingLimit: 50,
};

// Characters that HTML forbids. Parsers treat them differently, which mutation XSS exploits.
const unreadable = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

const clean = (html: string): string => sanitizeHtml(html.toWellFormed().replace(unreadable, ''), rules);

/** Characters of input in the cache: some thousands of introductions. */
const MEMORY_BYTES = 16_000_000;
const remembered = new Map<string, string>();
let held = 0;

const remember = (html: string, result: string) => {
  // Already clean HTML, the usual case, is stored once.
  remembered.set(html, result === html ? html : result);
  held += html.length;
  for (const oldest of remembered.keys()) {
    if (held <= MEMORY_BYTES) return;
    remembered.delete(oldest);
    held -= oldest.length;
  }
};

/** Cached, because lists show the same HTML often. */
export const cleanHtml = (html: string): string => {
  const known = remembered.get(html);
  if (known !== undefined) return known;
  const result = clean(html);
  remember(html, result);
  return result;
};

export const textOfHtml = (html: string): string =>
  cleanHtml(html)
    .replace(/<\/?(?:[ib]|u|em|strong|a)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
