import { countAttempt, forgiveFailures, reportWaitUnder } from '../../accounts/sign-in/sign-in-budget.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Attempts are limited by network, because the owner of the passkey is unknown. */
export interface PasskeyAttempt {
  readonly challenge: string | null;
  readonly address: string;
  readonly now: Date;
}

const attemptOf = ({ challenge, address, now }: PasskeyAttempt) =>
  ({ account: `passkey ${challenge}`, address, now, staff: { id: null } }) as const;

export const countPasskey = (
  db: Database,
  attempt: PasskeyAttempt,
  check: () => Promise<boolean>,
): Promise<boolean> => countAttempt(db, attemptOf(attempt), check).catch(reportWaitUnder('passkey'));

/** Called when the question was answered: the attempt no longer counts. */
export const forgivePasskey = (tx: Tx, attempt: PasskeyAttempt): Promise<void> =>
  forgiveFailures(tx, attemptOf(attempt));
