import type { Stage } from '@portal/contract/office/session';

/** Minutes for which a second factor counts for sensitive acts. */
const STEP_UP_WITHIN = 10 * 60_000;

interface Progress {
  readonly confirmedAt: Date | null;
  readonly totp: boolean;
  readonly passkeys: number;
}

const hasFactor = ({ totp, passkeys }: Progress): boolean => totp || passkeys > 0;

/** Stage of a session. The password alone suffices only without a second factor and where none is required. */
export const stageOf = (session: Progress, factorRequired: boolean): Stage => {
  if (hasFactor(session)) return session.confirmedAt === null ? 'secondFactor' : 'in';
  return factorRequired || session.confirmedAt === null ? 'setUp' : 'in';
};

export const isConfirmedLately = ({ confirmedAt }: Pick<Progress, 'confirmedAt'>, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= STEP_UP_WITHIN;
