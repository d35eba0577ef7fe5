import { SITE_COLOUR } from '@portal/contract/colour';
import { SITE_NAME } from '@portal/contract/pages';
import type { Plugin } from 'vite';

/** While developing, Vite sends the HTML in which the server would fill in the name and the colour of the site. */
export const fillSiteName = (): Plugin => ({
  name: 'site-name',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replaceAll('{siteName}', SITE_NAME).replaceAll('{siteColour}', SITE_COLOUR),
});
