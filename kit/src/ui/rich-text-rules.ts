/** What the portal's HTML may hold; the server's allow-list is the same. */
export const ALLOWED_TAGS =
  'h3 h4 h5 p ul ol li table thead tbody tr th td strong em b i u br hr blockquote a img'.split(' ');
export const ALLOWED_ATTRIBUTES = ['href', 'src', 'alt', 'width', 'height'];

/** Where a link may lead: https, a mail, a phone, or a page of the portal itself. */
export function allowedLink(href: string, page: string): 'own' | 'external' | 'contact' | null {
  const url = parseUrl(href, page);
  if (!url) return null;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return 'contact';
  if (isOwn(url, page)) return 'own';
  return url.protocol === 'https:' ? 'external' : null;
}

/** `URL.parse`, which browsers of 2023 do not have. */
const parseUrl = (href: string, page: string): URL | null => {
  try {
    return new URL(href, page);
  } catch {
    return null;
  }
};

/** A picture that the portal itself serves to everybody, whole or in one of its widths; nothing else of its origin. */
export function allowedPicture(src: string): boolean {
  return /^\/pictures\/[A-Za-z0-9_-]{16,64}(?:\?w=[0-9]{1,4})?$/.test(src.trim());
}

/** A blob's address has our origin, too, but is none that a text may name. */
const isOwn = (url: URL, page: string) =>
  /^https?:$/.test(url.protocol) && url.origin === new URL(page).origin;
