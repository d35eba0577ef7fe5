import { createHash } from 'node:crypto';
import { defaultBranding } from '../branding/find-branding.ts';
import { paletteOf } from '../branding/palette.ts';

interface StyleSheet {
  readonly css: string;
  /** Changes with the colours, so that the file may be cached for ever. */
  readonly address: string;
}

/** The colours of the site; null for those of the build. */
export const styleSheet = (colour: string): StyleSheet | null => {
  if (colour === defaultBranding.colour) return null;
  const tokens = Object.entries(paletteOf(colour)).map(([token, value]) => `--color-${token}:${value}`);
  const css = `:root{${tokens.join(';')}}\n`;
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 16);
  return { css, address: `/site.css?v=${hash}` };
};
