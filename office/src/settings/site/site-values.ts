import type { Branding, BrandingForm, Logo } from '@portal/contract/office/branding';
import type * as z from 'zod/mini';

/** The values that staff type. */
export type SiteValues = z.input<typeof BrandingForm>;

export const fields = ['name', 'shortName', 'logoId', 'colour', 'senderName', 'address'] as const;

export const valuesOf = ({ logo, senderName, address, ...branding }: Branding): SiteValues => ({
  name: branding.name,
  shortName: branding.shortName,
  colour: branding.colour,
  senderName: senderName ?? '',
  address: address ?? '',
  logoId: logo?.id ?? null,
});

/** The logo of the form: uploaded just now, or the one in use. */
export const logoOf = (id: number | null, known: readonly (Logo | null)[]): Logo | null =>
  known.find((logo) => logo?.id === id) ?? null;
