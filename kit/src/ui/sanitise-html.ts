import purifier from 'dompurify';
import { uiText } from '../text/zh-TW/ui.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedLink, allowedPicture } from './rich-text-rules.ts';

declare global {
  interface Window {
    /** Not in TypeScript's DOM types yet; browsers without it need none. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createHTML: (html: string) => string },
      ) => { createHTML: (html: string) => unknown };
    };
  }
}

/*
 * Loaded when the first HTML is shown, so that the first page goes without it. The server has cleaned the same HTML
 * with the same list when it was written; this is the second lock.
 */

const configuration = {
  ALLOWED_TAGS,
  ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  const { attrName, attrValue } = attribute;
  const tag = element.nodeName;
  const page = window.location.href;
  if (attrName === 'href') attribute.keepAttr &&= tag === 'A' && allowedLink(attrValue, page) !== null;
  else if (tag !== 'IMG') attribute.keepAttr = false;
  else if (attrName === 'src') attribute.keepAttr &&= allowedPicture(attrValue);
  else if (attrName !== 'alt') attribute.keepAttr &&= /^[0-9]{1,4}$/.test(attrValue);
});

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element instanceof HTMLAnchorElement) finishLink(element);
  if (element instanceof HTMLImageElement) finishPicture(element);
});

function finishPicture(picture: HTMLImageElement): void {
  if (!picture.hasAttribute('src')) picture.remove();
  if (!picture.hasAttribute('alt')) picture.alt = '';
  picture.loading = 'lazy';
}

function finishLink(link: HTMLAnchorElement): void {
  if (allowedLink(link.getAttribute('href') ?? '', window.location.href) !== 'external') return;
  link.rel = 'noopener noreferrer';
  link.target = '_blank';
}

/** The page's only way from a string to HTML: what this policy makes is clean. */
const policy = window.trustedTypes?.createPolicy('portal-html', {
  createHTML: (html) => purifier.sanitize(html, configuration),
});

/** Puts the HTML into an element, cleaned, its links marked and its tables in boxes that scroll. */
export function showHtml(element: HTMLElement, html: string): void {
  const clean = policy ? policy.createHTML(html) : purifier.sanitize(html, configuration);
  // Typed as a string, taken as TrustedHTML: the DOM's types do not know Trusted Types yet.
  element.innerHTML = clean as unknown as string;
  for (const link of element.querySelectorAll('a[target]')) markNewWindow(link);
  for (const table of element.querySelectorAll('table')) boxTable(table);
}

function markNewWindow(link: Element): void {
  const note = document.createElement('span');
  note.className = 'rich-text-new-window';
  note.textContent = `（${uiText.newWindow}）`;
  link.append(note);
}

function boxTable(table: HTMLTableElement): void {
  const box = document.createElement('div');
  box.className = 'rich-text-table';
  table.replaceWith(box);
  box.append(table);
}
