/** In the browser, HTML that the server has rendered is left as it is. */
const asRendered = { __html: '' };

/** On the server, `html` as the page shows it. */
export const renderedHtml = (_html: string): { readonly __html: string } => asRendered;
