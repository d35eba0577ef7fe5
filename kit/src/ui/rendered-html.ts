/** The browser leaves HTML that the server has rendered as it is. */
const asRendered = { __html: '' };

/** The server has another version of this function, which returns `html`. */
export const renderedHtml = (_html: string): { readonly __html: string } => asRendered;
