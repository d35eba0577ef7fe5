import { type RefusalCode, refusals } from '@portal/contract/errors';
import { Refusal } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { findByIdentifier } from '../queries.ts';
import { networkOf } from './network.ts';

/** Alerts rely on them. Each is listed in docs/operations.md. */
export const SECURITY_EVENTS = [
  'login',
  'session.end',
  'account.register',
  'profile.change',
  'contact.change',
  'contact.undo',
  'password.change',
  'password.ask_reset',
  'password.reset',
  'mailbox.confirm',
  'data.export',
  'erasure.request',
  'erasure.withdraw',
  'group.add_member',
  'group.remove_member',
  'staff.sign_in',
  'staff.second_factor',
  'staff.ask_reset',
  'staff.password_reset',
] as const;
type SecurityEventName = (typeof SECURITY_EVENTS)[number];

interface SecurityEvent {
  readonly event: SecurityEventName;
  readonly outcome: 'ok' | 'refused' | 'over_budget' | 'failed';
  readonly code?: RefusalCode;
  readonly accountId: number | null;
  readonly staffId?: number | null | undefined;
  readonly address: string;
}

export const logSecurityEvent = (
  log: Services['log'],
  { event, outcome, code, accountId, staffId, address }: SecurityEvent,
): void => {
  const level = outcome === 'ok' ? 'info' : 'warn';
  log[level]({ security: event, outcome, code, accountId, staffId, network: networkOf(address) }, 'security');
};

interface Caller {
  readonly address: string;
  readonly accountId?: number | undefined;
  /** The account as typed by a guest, looked up when the call is refused. */
  readonly account?: string;
  readonly findStaffId?: () => Promise<number | null>;
}

const accountIn = (result: unknown): number | null =>
  typeof result === 'object' && result !== null && 'accountId' in result ? Number(result.accountId) : null;

const refusedAs = (error: unknown): Pick<SecurityEvent, 'outcome' | 'code'> => {
  if (!(error instanceof Refusal)) return { outcome: 'failed' };
  const isOver = refusals[error.code].status === 429;
  return { outcome: isOver ? 'over_budget' : 'refused', code: error.code };
};

type WithSecurityLog = <T>(event: SecurityEventName, caller: Caller, work: () => Promise<T>) => Promise<T>;

export const securityLog = ({ db, log }: Pick<Services, 'db' | 'log'>): WithSecurityLog => {
  const accountOf = async ({ accountId, account }: Caller): Promise<number | null> => {
    if (accountId !== undefined || account === undefined) return accountId ?? null;
    const found = await findByIdentifier(db, account).catch(() => null);
    return found?.accountId ?? null;
  };

  const staffOf = async ({ findStaffId }: Caller) => findStaffId?.().catch(() => null);

  const logRefused = async (event: SecurityEventName, caller: Caller, error: unknown) =>
    logSecurityEvent(log, {
      event,
      ...refusedAs(error),
      accountId: await accountOf(caller),
      staffId: await staffOf(caller),
      address: caller.address,
    });

  return async (event, caller, work) => {
    try {
      const result = await work();
      const accountId = caller.accountId ?? accountIn(result);
      const staffId = await staffOf(caller);
      logSecurityEvent(log, { event, outcome: 'ok', accountId, staffId, address: caller.address });
      return result;
    } catch (error) {
      // The log is not awaited, because the response time must not reveal whether the account exists.
      void logRefused(event, caller, error);
      throw error;
    }
  };
};
