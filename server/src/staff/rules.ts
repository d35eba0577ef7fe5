import type { Stage } from '@portal/contract/office/staff';

/** In milliseconds. */
const STEP_UP_PERIOD_MS = 10 * 60_000;

interface Progress {
  readonly confirmedAt: Date | null;
  readonly totp: boolean;
  readonly passkeys: number;
}

const hasFactor = ({ totp, passkeys }: Progress): boolean => totp || passkeys > 0;

/** The password alone suffices only if no second factor exists or is required. */
export const stageOf = (session: Progress, factorRequired: boolean): Stage => {
  if (hasFactor(session)) return session.confirmedAt === null ? 'secondFactor' : 'in';
  return factorRequired || session.confirmedAt === null ? 'setUp' : 'in';
};

export const isConfirmedLately = ({ confirmedAt }: Pick<Progress, 'confirmedAt'>, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= STEP_UP_PERIOD_MS;
