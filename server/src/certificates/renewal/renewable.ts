import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { findCertificates, type HeldCertificate } from '../queries.ts';
import { renewalObstacle } from '../rules.ts';

interface OwnCertificate {
  readonly code: string;
  readonly accountId: number;
}

export const findRenewable = async (
  db: Executor,
  { code, accountId }: OwnCertificate,
  day: string,
): Promise<HeldCertificate> => {
  const found = (await findCertificates(db, accountId)).find(({ number }) => number === code);
  if (!found) throw new Refusal('certificate_unknown');
  const obstacle = renewalObstacle(found, day);
  if (obstacle) throw new Refusal(obstacle);
  return found;
};
