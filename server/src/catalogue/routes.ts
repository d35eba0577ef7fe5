import * as contract from '@portal/contract/lookups';
import { asc } from 'drizzle-orm';
import type { Room } from '../platform/services.ts';
import { organizations } from './tables.ts';

export const catalogueRoutes: Room = (serve, { db }) => {
  serve(contract.organizations, async () =>
    db
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .orderBy(asc(organizations.position)),
  );
};
