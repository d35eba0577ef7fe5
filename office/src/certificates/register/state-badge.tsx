import type { RegisterState } from '@portal/contract/office/certificate-register';
import { registerStateNames } from '@portal/contract/office/code-names';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';

const tones: Readonly<Record<RegisterState, Tone>> = {
  valid: 'ok',
  expiring: 'warn',
  expired: 'warn',
  renewed: 'info',
  corrected: 'info',
  revoked: 'danger',
  lapsed: 'neutral',
};

export const RegisterStateBadge = ({ state }: { state: RegisterState }) => (
  <Badge tone={tones[state]}>{registerStateNames[state]}</Badge>
);
