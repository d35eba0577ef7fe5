/** Leaves out the address in parentheses. */
export const placeName = (place: string): string => place.replace(/[（(].*$/, '') || place;
