/*
 * The links, pictures and table cells allowed in HTML written by people. Shared by the server's sanitiser and
 * the editor.
 */

/** An address of a link: https, mail or phone. */
export const HTML_LINK = /^(?:https:\/\/|mailto:|tel:)[^\s\\]+$/i;
/** A picture served by this portal, in full or in one of its widths. */
export const HTML_PICTURE = /^\/pictures\/[A-Za-z0-9_-]{16,64}(?:\?w=[0-9]{1,4})?$/;
export const HTML_PIXELS = /^[0-9]{1,4}$/;
/** How many columns or rows a cell of a table covers. */
export const HTML_SPAN = /^(?:[1-9]|[1-4][0-9]|50)$/;
