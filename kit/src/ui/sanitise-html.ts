import { HTML_PIXELS, HTML_SPAN } from '@portal/contract/html';
import purifier from 'dompurify';
import { uiText } from '../text/zh-TW/ui.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedLink, allowedPicture } from './rich-text-rules.ts';

declare global {
  interface Window {
    /** Missing in TypeScript's DOM types. Browsers without it need no policy. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createHTML: (html: string) => string },
      ) => { createHTML: (html: string) => unknown };
    };
  }
}

/* Loaded with the first HTML. A second check: the server has sanitised it with the same list. */

const configuration = {
  ALLOWED_TAGS,
  ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

const isLink = (href: string) => allowedLink(href, window.location.href) !== null;
const isPixels = (value: string) => HTML_PIXELS.test(value);
const isSpan = (value: string) => HTML_SPAN.test(value);
const spans = { colspan: isSpan, rowspan: isSpan };

const attributes: Readonly<Record<string, Readonly<Record<string, (value: string) => boolean>>>> = {
  A: { href: isLink },
  IMG: { src: allowedPicture, alt: () => true, width: isPixels, height: isPixels },
  TH: spans,
  TD: spans,
};

purifier.addHook('uponSanitizeAttribute', ({ nodeName }, attribute) => {
  attribute.keepAttr &&= attributes[nodeName]?.[attribute.attrName]?.(attribute.attrValue) ?? false;
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

/** The only Trusted Types policy of the page. Its output is sanitised. */
const policy = window.trustedTypes?.createPolicy('portal-html', {
  createHTML: (html) => purifier.sanitize(html, configuration),
});

/** Removed from shown texts; an editor converts them. */
const FOREIGN_BLOCKS = 'h1 h2 h6 div section article header footer figure figcaption dl dt dd tfoot'.split(
  ' ',
);

export const sanitisedNodes = (html: string): DocumentFragment =>
  purifier.sanitize(html, {
    ...configuration,
    ALLOWED_TAGS: [...ALLOWED_TAGS, ...FOREIGN_BLOCKS],
    RETURN_DOM_FRAGMENT: true,
  });

export function showHtml(element: HTMLElement, html: string): void {
  const clean = policy ? policy.createHTML(html) : purifier.sanitize(html, configuration);
  // TrustedHTML typed as a string: the DOM types lack Trusted Types.
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
