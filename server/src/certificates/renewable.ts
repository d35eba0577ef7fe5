import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findCertificates, type HeldCertificate } from './queries.ts';
import { renewalObstacle } from './rules.ts';

export interface Own {
  readonly code: string;
  readonly accountId: number;
}

export const findRenewable = async (
  db: Executor,
  { code, accountId }: Own,
  day: string,
): Promise<HeldCertificate> => {
  const found = (await findCertificates(db, accountId)).find(({ number }) => number === code);
  const obstacle = found ? renewalObstacle(found, day) : 'certificate_unknown';
  if (!found || obstacle) throw new Refusal(obstacle ?? 'certificate_unknown');
  return found;
};
