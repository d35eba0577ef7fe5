/* Shared by the server's sanitiser and the editor. */

export const HTML_LINK = /^(?:https:\/\/|mailto:|tel:)[^\s\\]+$/i;
export const HTML_PICTURE = /^\/pictures\/[A-Za-z0-9_-]{16,64}(?:\?w=[0-9]{1,4})?$/;
export const HTML_PIXELS = /^[0-9]{1,4}$/;
export const HTML_SPAN = /^(?:[1-9]|[1-4][0-9]|50)$/;
