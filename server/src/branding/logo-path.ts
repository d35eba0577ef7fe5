/** Pixels of the squares: header, phone, icons of the manifest. */
export const LOGO_SQUARES = [96, 180, 192, 512] as const;

/** `share` is what other sites show that link to this one. */
export type LogoVariant = `${(typeof LOGO_SQUARES)[number]}` | 'share';

const variants: readonly LogoVariant[] = [...LOGO_SQUARES.map((side) => `${side}` as const), 'share'];

export const logoFile = (key: string, variant: LogoVariant): string => `logos/${key}-${variant}.png`;

export const logoFiles = (key: string): string[] => variants.map((variant) => logoFile(key, variant));

/** Public: everybody's browser asks for it. */
export const logoPath = (key: string, variant: LogoVariant): string => `/${logoFile(key, variant)}`;
