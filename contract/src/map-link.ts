/** Maps find an address in brackets better than the name of a room. */
const placeName = (place: string): string => /[（(]([^）)]+)[）)]/.exec(place)?.[1] ?? place;

/** The address of a map that searches for the place of a class. */
export const mapLink = (place: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: placeName(place) })}`;
