import { type ReadAside, readAside, readFrom } from '../platform/database/replica.ts';
import type { Reads } from '../platform/http/http.ts';
import type { Services } from '../platform/services.ts';

/** Guests may read from a standby; who is logged in reads from the primary, and sees at once what they have changed. */
export const traineeReads = (services: Pick<Services, 'db' | 'replica'>): Reads => {
  const asGuest: ReadAside = (read) => readAside(services, read);
  const asTrainee = readFrom(services.db);
  const finish = async () => {};
  return {
    asGuest,
    for: ({ admission }) => ({ read: admission?.actor === null ? asGuest : asTrainee, finish }),
  };
};
