/* Takes the place of the kit's `site.ts`, which reads the document. Set before each rendering, which is synchronous. */

export interface Site {
  readonly name: string;
  /** Undefined for the built-in one. */
  readonly logo?: string;
  /** `https://portal.example` */
  readonly address: string;
}

export const site: { -readonly [Key in keyof Site]: Site[Key] } = { name: '', address: '' };

export const setSite = ({ logo, ...next }: Site): void => {
  Object.assign(site, next);
  if (logo === undefined) delete site.logo;
  else site.logo = logo;
};
