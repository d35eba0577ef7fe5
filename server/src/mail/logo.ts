import type { Branding } from '../branding/find-branding.ts';
import { logoFile } from '../branding/logo-path.ts';
import type { Files } from '../platform/files/files.ts';

/** The Content-ID of the logo in a mail (RFC 2392). */
export const logoId = (publicUrl: string): string => `logo@${new URL(publicUrl).hostname}`;

export const logoAddress = (publicUrl: string): string => `cid:${logoId(publicUrl)}`;

/** Null for the built-in look, and for a logo that cannot be read: the mail goes out without it. */
export const readLogo = async (files: Files, { logo }: Branding): Promise<Uint8Array | null> =>
  logo && files.read(logoFile(logo.key, '96')).catch(() => null);
