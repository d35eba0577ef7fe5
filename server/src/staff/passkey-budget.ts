import { countAttempt, forgiveFailures, reportWaitUnder } from '../accounts/sign-in/sign-in-budget.ts';
import type { Database, Tx } from '../platform/database.ts';

/** The owner of the passkey is unknown: the network's limit protects the server. */
export interface PasskeyAttempt {
  readonly challenge: string | null;
  readonly address: string;
  readonly now: Date;
}

const attemptOf = ({ challenge, address, now }: PasskeyAttempt) =>
  ({ account: `passkey ${challenge}`, address, now, audience: 'staff' }) as const;

export const countPasskey = (
  db: Database,
  attempt: PasskeyAttempt,
  check: () => Promise<boolean>,
): Promise<boolean> => countAttempt(db, attemptOf(attempt), check).catch(reportWaitUnder('passkey'));

/** The question was answered. */
export const forgivePasskey = (tx: Tx, attempt: PasskeyAttempt): Promise<void> =>
  forgiveFailures(tx, attemptOf(attempt));
