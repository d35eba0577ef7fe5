/** The name of the site, as the server has put it into the page. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '';

/** The address of the site's logo; undefined for the built-in one. */
export const siteLogo = (): string | undefined => document.documentElement.dataset.logo;
