/* Contrast of colours by WCAG 2.2. A colour is written `#0a4a53`. */

/** The colour, also in the theme, until an administrator chooses another one. */
export const SITE_COLOUR = '#0a4a53';

const WHITE = '#ffffff';
/** Dark text, as in the theme. */
const INK = '#12282c';

/** The least ratio between text and its background. */
export const TEXT_CONTRAST = 4.5;

type Triple = readonly [number, number, number];

export const channelsOf = (colour: string): Triple => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
};

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Returns a number from 0, black, to 1, white. */
export const luminance = ([red, green, blue]: Triple): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns a ratio from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [one, other]
    .map((each) => luminance(channelsOf(each)))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** White or dark text, whichever can be read better on the colour. */
export const textOn = (colour: string): string =>
  contrast(colour, WHITE) >= contrast(colour, INK) ? WHITE : INK;

const ratioText = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** Why neither white nor dark text can be read on the colour; null if one can. */
export const colourFault = (colour: string): string | null =>
  contrast(colour, textOn(colour)) >= TEXT_CONTRAST
    ? null
    : `這個顏色與白色文字的對比為 ${ratioText(contrast(colour, WHITE))}:1，與深色文字為 ${ratioText(contrast(colour, INK))}:1，都未達 ${TEXT_CONTRAST}:1；請選深一點或淺一點的顏色`;
