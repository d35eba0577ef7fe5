/** As the server has put it into the page. `logo` is its address, undefined for the built-in one. */
export const site = document.documentElement.dataset as { readonly name: string; readonly logo?: string };
