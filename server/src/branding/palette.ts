import { channelsOf, luminance, textOn } from '@portal/contract/colour';

/**
 * The shades of the built-in look. A shade of another colour has its hue and the luminance of the built-in one, so that
 * every contrast is the same as in the built-in look.
 */
const builtIn = {
  'sea-50': '#eef6f6',
  'sea-100': '#d6eaea',
  'sea-300': '#6fb3b7',
  'sea-500': '#0e7c86',
  'sea-600': '#0c6b75',
  'sea-700': '#0b5e68',
  'sea-800': '#0a4a53',
  'sea-900': '#07363d',
} as const;

type Triple = readonly [number, number, number];

const hueAndSaturation = (colour: string): { hue: number; saturation: number } => {
  const [red, green, blue] = channelsOf(colour).map((channel) => channel / 255) as unknown as Triple;
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = most - least;
  if (span === 0) return { hue: 0, saturation: 0 };
  const saturation = span / (1 - Math.abs(most + least - 1));
  if (most === red) return { hue: ((green - blue) / span + 6) % 6, saturation };
  return { hue: most === green ? (blue - red) / span + 2 : (red - green) / span + 4, saturation };
};

/** `hue` from 0 to 6, the others from 0 to 1. */
const channelsAt = (hue: number, saturation: number, lightness: number): Triple => {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (shift: number): number => {
    const place = (shift + hue * 2) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
};

const hexOf = (channels: Triple): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** The darker half must not become lighter by rounding, nor the lighter half darker. */
const shade = (hue: number, saturation: number, likeness: string): string => {
  const wanted = luminance(channelsOf(likeness));
  let [dark, light] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (dark + light) / 2;
    if (luminance(channelsAt(hue, saturation, middle)) > wanted) light = middle;
    else dark = middle;
  }
  return hexOf(channelsAt(hue, saturation, wanted > 0.5 ? light : dark));
};

/** Mixes `share` of `other` into the colour. */
const mix = (colour: string, other: string, share: number): string => {
  const added = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, at) =>
    Math.round(channel + ((added[at] ?? channel) - channel) * share),
  );
  return hexOf(mixed as unknown as Triple);
};

/** Bars have the colour itself, with white or dark text; what is drawn on paper has shades of it. */
const barsOf = (colour: string) => {
  const text = textOn(colour);
  const isBlack = luminance(channelsOf(colour)) < 0.02;
  // The steps increase the contrast with the text. A bar that is nearly black can only become lighter.
  const further = text === '#ffffff' && !isBlack ? '#000000' : '#ffffff';
  return {
    bar: colour,
    'bar-hover': mix(colour, further, isBlack ? 0.07 : 0.14),
    'bar-strong': mix(colour, further, isBlack ? 0.14 : 0.28),
    'on-bar': text,
  };
};

/** The tokens of the theme for a colour, without `--color-`. */
export const paletteOf = (colour: string): Record<string, string> => {
  const { hue, saturation } = hueAndSaturation(colour);
  const shades = Object.entries(builtIn).map(([token, likeness]) => {
    const most = hueAndSaturation(likeness).saturation;
    return [token, shade(hue, Math.min(saturation, most), likeness)] as const;
  });
  return { ...Object.fromEntries(shades), ...barsOf(colour) };
};
