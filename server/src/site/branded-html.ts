import { escapeHtml } from '@portal/contract/primitives';
import type { Branding } from '../branding/find-branding.ts';
import { logoPath } from '../branding/logo-path.ts';
import { styleSheet } from './style-sheet.ts';

const ICON = /<link rel="icon"[^>]*>/;
const TOUCH_ICON = /(<link rel="apple-touch-icon" href=")[^"]*/;
const EMBLEM = /(<img[^>]*\bid="emblem"[^>]*\bsrc=")[^"]*/;

const withLogo = (html: string, key: string): string =>
  html
    .replace('<html ', `<html data-logo="${logoPath(key, '96')}" `)
    .replace(ICON, `<link rel="icon" href="${logoPath(key, '192')}" type="image/png" />`)
    .replace(TOUCH_ICON, `$1${logoPath(key, '180')}`)
    .replace(EMBLEM, `$1${logoPath(key, '96')}`);

const withColour = (html: string, colour: string): string => {
  const sheet = styleSheet(colour);
  return sheet
    ? html.replace('</head>', `<link rel="stylesheet" href="${sheet.address}" />\n  </head>`)
    : html;
};

/** Fills in the name and the look of the site. Applications read the name and `data-logo` from the page. */
export const brandHtml = (html: string, { name, colour, logo }: Branding): string => {
  const named = html.replaceAll('{siteName}', () => escapeHtml(name)).replaceAll('{siteColour}', colour);
  return withColour(logo ? withLogo(named, logo.key) : named, colour);
};
