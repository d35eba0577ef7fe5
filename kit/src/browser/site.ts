/** The name and logo that the server has put into the page. `logo` is an address, undefined for the built-in one. */
export const site = document.documentElement.dataset as { readonly name: string; readonly logo?: string };
