import { uiText } from '@portal/kit/text/zh-TW/ui.ts';
import { allowedLink } from '@portal/kit/ui/rich-text-rules.ts';
import { site } from './site.ts';

/*
 * Takes the place of the kit's `rendered-html.ts`. The calls answer with sanitised HTML, whose tags have one form and whose
 * texts and attributes contain none. It is finished here as the kit's `sanitise-html.ts` does it in the browser.
 */

const LINK = /<a href="([^"]*)">(.*?)<\/a>/gs;

const finishLink = (whole: string, href: string, text: string): string =>
  allowedLink(href, site.address) === 'external'
    ? `<a href="${href}" rel="noopener noreferrer" target="_blank">${text}<span class="rich-text-new-window">（${uiText.newWindow}）</span></a>`
    : whole;

export const renderedHtml = (html: string): { readonly __html: string } => ({
  __html: html
    .replace(LINK, finishLink)
    .replaceAll('<table>', '<div class="rich-text-table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<img ', '<img loading="lazy" '),
});
