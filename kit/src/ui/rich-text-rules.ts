import { HTML_PICTURE } from '@portal/contract/html';

/** The HTML allowed in the portal. Same as the server's allow-list. */
export const ALLOWED_TAGS =
  'h3 h4 h5 p ul ol li table thead tbody tr th td strong em b i u br hr blockquote a img'.split(' ');
export const ALLOWED_ATTRIBUTES = ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan'];

/** The kind of an allowed link: https, mail, phone or a page of the portal; null for others. */
export function allowedLink(href: string, page: string): 'own' | 'external' | 'contact' | null {
  const url = parseUrl(href, page);
  if (!url) return null;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return 'contact';
  if (isOwn(url, page)) return 'own';
  return url.protocol === 'https:' ? 'external' : null;
}

/** `URL.parse` for browsers of 2023, which lack it. */
const parseUrl = (href: string, page: string): URL | null => {
  try {
    return new URL(href, page);
  } catch {
    return null;
  }
};

/** Allows the addresses of uploaded pictures and no other path of the portal. */
export function allowedPicture(src: string): boolean {
  return HTML_PICTURE.test(src.trim());
}

/** A blob URL has our origin too, but is not allowed. */
const isOwn = (url: URL, page: string) =>
  /^https?:$/.test(url.protocol) && url.origin === new URL(page).origin;
