import { textOn } from '@portal/contract/colour';
import { escapeHtml } from '@portal/contract/primitives';
import { paletteOf } from '../branding/palette.ts';
import type { Part, Row } from './letters.ts';

/* Tables and inline styles, because Outlook and Gmail know little else. Nothing is loaded from elsewhere. */

export type Look = 'light' | 'dark';

interface Letter {
  readonly site: string;
  readonly colour: string;
  readonly logo: string | undefined;
  readonly look: Look | undefined;
  readonly publicUrl: string;
  readonly subject: string;
  readonly greeting: string;
  readonly content: readonly Part[];
  readonly farewell: string;
}

interface Theme {
  readonly page: string;
  readonly card: string;
  readonly facts: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly link: string;
  readonly button: string;
  readonly onButton: string;
}

const themesOf = (colour: string): Record<Look, Theme> => {
  const { 'sea-50': tint = '', 'sea-700': dark = '', 'sea-300': light = '' } = paletteOf(colour);
  return {
    light: {
      ...{ page: '#f1f4f4', card: '#ffffff', facts: tint, line: '#d3dede' },
      ...{ ink: '#12282c', soft: '#4a5f63', link: dark, button: colour, onButton: textOn(colour) },
    },
    dark: {
      ...{ page: '#0e1719', card: '#182528', facts: '#213236', line: '#3a4f54' },
      ...{ ink: '#e8efef', soft: '#aebdbf', link: light, button: light, onButton: '#12282c' },
    },
  };
};

let last: { readonly colour: string; readonly themes: Record<Look, Theme> } | undefined;

/** A site has one colour, and its shades take longer than the rest of a mail. */
const themesFor = (colour: string): Record<Look, Theme> => {
  if (last?.colour !== colour) last = { colour, themes: themesOf(colour) };
  return last.themes;
};

/** Wins over the inline styles of the light look. */
const darkRules = ({ page, card, facts, ink, soft, line, link, button, onButton }: Theme): string =>
  [
    `.page{background:${page}!important}`,
    `.card{background:${card}!important;border-color:${line}!important}`,
    `.facts{background:${facts}!important}`,
    `.ink{color:${ink}!important}`,
    `.soft{color:${soft}!important}`,
    `.line{border-color:${line}!important}`,
    `.link{color:${link}!important}`,
    `.button{background:${button}!important}`,
    `.label{color:${onButton}!important}`,
  ].join('');

const styleSheet = (dark: Theme, look: Look | undefined): string => {
  const rules = darkRules(dark);
  if (look === 'light') return ':root{color-scheme:light}';
  if (look === 'dark') return `:root{color-scheme:dark}${rules}`;
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules}}`;
};

const FONT =
  "font-family:'Noto Sans TC','PingFang TC','Microsoft JhengHei',sans-serif;font-size:16px;line-height:1.7";

/** Keeps line breaks as `<br>`, because some clients drop styles. */
const withLineBreaks = (value: string): string => escapeHtml(value).replace(/\r\n?|\n/g, '<br>');

/** Days are not broken at their hyphens. */
const htmlLines = (value: string): string =>
  withLineBreaks(value).replace(/\d{4}-\d{2}-\d{2}/g, '<span style="white-space:nowrap">$&</span>');

const paragraph = (text: string, { ink }: Theme): string =>
  `<p class="ink" style="margin:0 0 16px;color:${ink};overflow-wrap:anywhere">${htmlLines(text)}</p>`;

const anchor = (link: string, label: string, { link: colour }: Theme): string =>
  `<a class="link" href="${escapeHtml(link)}" style="color:${colour};overflow-wrap:anywhere">${escapeHtml(label)}</a>`;

const rowOf = ([term, value, more]: Row, theme: Theme, isFirst: boolean): string => {
  const { ink, soft, line } = theme;
  const cell = `padding:9px 12px;${isFirst ? '' : `border-top:1px solid ${line};`}`;
  const link = more ? `<br>${anchor(more.link, more.label, theme)}` : '';
  return [
    `<tr><th class="soft line" align="left" valign="top" style="${cell}padding-right:0;width:1%;white-space:nowrap;font-weight:normal;color:${soft}">${escapeHtml(term)}</th>`,
    `<td class="ink line" valign="top" style="${cell}color:${ink};overflow-wrap:anywhere">${htmlLines(value)}${link}</td></tr>`,
  ].join('');
};

const factsOf = (rows: readonly Row[], theme: Theme): string =>
  [
    `<table class="facts" width="100%" cellpadding="0" cellspacing="0" bgcolor="${theme.facts}" style="margin:0 0 20px;background:${theme.facts};border-radius:8px;${FONT}">`,
    ...rows.map((row, at) => rowOf(row, theme, at === 0)),
    '</table>',
  ].join('\n');

type LinkPart = Extract<Part, { link: string }>;

const isLink = (part: Part): part is LinkPart => typeof part === 'object' && 'link' in part;

const buttonOf = ({ link, label }: LinkPart, { button, onButton }: Theme): string =>
  [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr>',
    `<td class="button" bgcolor="${button}" style="background:${button};border-radius:8px">`,
    `<a class="label" href="${escapeHtml(link)}" style="display:inline-block;padding:11px 22px;color:${onButton};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>`,
    '</td></tr></table>',
  ].join('');

const otherLink = ({ link, label }: LinkPart, theme: Theme): string =>
  `<p class="ink" style="margin:0 0 16px;color:${theme.ink}">${anchor(link, label, theme)}</p>`;

/** The first link is the button. */
const writeParts = (content: readonly Part[], theme: Theme): string[] => {
  const main = content.find(isLink);
  return content.map((part) => {
    if (typeof part === 'string') return paragraph(part, theme);
    if ('rows' in part) return factsOf(part.rows, theme);
    return part === main ? buttonOf(part, theme) : otherLink(part, theme);
  });
};

const headOf = ({ site, colour, logo, publicUrl }: Letter): string => {
  const name = `<a href="${escapeHtml(publicUrl)}" style="color:${textOn(colour)};font-size:17px;font-weight:bold;text-decoration:none">${escapeHtml(site)}</a>`;
  const picture = logo
    ? `<td width="56" valign="middle"><img src="${escapeHtml(logo)}" width="44" height="44" alt="" style="display:block;border-radius:6px"></td>`
    : '';
  return `<tr><td bgcolor="${colour}" style="padding:14px 24px;background:${colour};border-radius:11px 11px 0 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${picture}<td valign="middle">${name}</td></tr></table></td></tr>`;
};

/** Writes out the address of the button, because some mail programs show none and some readers want to see it first. */
const addressHint = (content: readonly Part[], theme: Theme): string => {
  const main = content.find(isLink);
  if (!main) return '';
  return `<br>若按鈕無法使用，請複製網址至瀏覽器：<br>${anchor(main.link, main.link, theme)}`;
};

const PREVIEW_LENGTH = 90;

/** Lists of mails show it beside the subject. */
const previewOf = (content: readonly Part[]): string => {
  const first = content.find((part) => typeof part === 'string') ?? '';
  const text = escapeHtml([...first].slice(0, PREVIEW_LENGTH).join(''));
  return `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">${text}</div>`;
};

/** All values are escaped. */
export const writeHtml = (letter: Letter): string => {
  const { site, colour, look, subject, greeting, content, farewell } = letter;
  const { light, dark } = themesFor(colour);
  return [
    '<!doctype html>',
    '<html lang="zh-Hant-TW"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title>`,
    `<style>${styleSheet(dark, look)}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${light.page};-webkit-text-size-adjust:100%">`,
    previewOf(content),
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.page}" style="background:${light.page};${FONT}"><tr><td align="center" style="padding:16px 8px">`,
    '<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->',
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.card}" style="max-width:600px;background:${light.card};border:1px solid ${light.line};border-radius:12px;border-collapse:separate;text-align:left">`,
    headOf(letter),
    '<tr><td style="padding:24px 24px 8px">',
    `<h1 class="ink" style="margin:0 0 16px;color:${light.ink};font-size:20px;line-height:1.5;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>`,
    paragraph(greeting, light),
    ...writeParts(content, light),
    '</td></tr>',
    `<tr><td class="soft line" style="padding:16px 24px 20px;border-top:1px solid ${light.line};color:${light.soft};font-size:13px;line-height:1.6">${escapeHtml(farewell)}${addressHint(content, light)}<br>${escapeHtml(site)}</td></tr>`,
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table>',
    '</body></html>',
    '',
  ].join('\n');
};
