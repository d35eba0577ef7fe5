import { SITE_COLOUR } from '@portal/contract/colour';
import { SITE_NAME } from '@portal/contract/pages';
import { eq } from 'drizzle-orm';
import type { Database, Executor } from '../platform/database/database.ts';
import { cacheFor } from '../platform/http/prepared.ts';
import { branding, logos } from './tables.ts';

/** The name, the look and the address of the site. */
export interface Branding {
  readonly name: string;
  readonly shortName: string;
  readonly colour: string;
  /** Null: the name that the operator has set, or that of the site. */
  readonly senderName: string | null;
  /** Null: the address under which the server was started. */
  readonly address: string | null;
  readonly logo: { readonly id: number; readonly key: string } | null;
}

export const defaultBranding: Branding = {
  name: SITE_NAME,
  shortName: '訓練報名',
  colour: SITE_COLOUR,
  senderName: null,
  address: null,
  logo: null,
};

export const findBranding = async (db: Executor): Promise<Branding> => {
  const [row] = await db
    .select({
      name: branding.name,
      shortName: branding.shortName,
      colour: branding.colour,
      senderName: branding.senderName,
      address: branding.address,
      logo: { id: logos.id, key: logos.key },
    })
    .from(branding)
    .leftJoin(logos, eq(logos.id, branding.logoId));
  return row ?? defaultBranding;
};

/** In seconds. All servers follow a change within two. */
const CACHE_SECONDS = 1;

/** Keeps the last branding for when the database is away. */
export const brandingReader = (db: Database): ((now: Date) => Promise<Branding>) => {
  const cached = cacheFor<Branding>(CACHE_SECONDS);
  let last = defaultBranding;
  return async (now) => {
    last = await cached('', now, () => findBranding(db)).catch(() => last);
    return last;
  };
};
