import { stateNames } from '@portal/contract/office/code-names';
import type { RegistrationState } from '@portal/contract/office/enrolment';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';

const tones: Readonly<Record<RegistrationState, Tone>> = {
  pending: 'warn',
  rejected: 'danger',
  unpaid: 'warn',
  reported: 'info',
  confirmed: 'ok',
  cancelled: 'neutral',
};

export const RegistrationStateBadge = ({ state }: { state: RegistrationState }) => (
  <Badge tone={tones[state]}>{stateNames[state]}</Badge>
);
