import { requestStateNames } from '@portal/contract/office/code-names';
import type { RequestState } from '@portal/contract/office/privacy';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';

const tones: Readonly<Record<RequestState, Tone>> = {
  requested: 'warn',
  withdrawn: 'neutral',
  declined: 'danger',
  answered: 'ok',
  erased: 'ok',
};

export const RequestStateBadge = ({ state }: { state: RequestState }) => (
  <Badge tone={tones[state]}>{requestStateNames[state]}</Badge>
);
