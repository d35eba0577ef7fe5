import type { ClassState } from '@portal/contract/office/classes';
import { classStateNames } from '@portal/contract/office/code-names';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';

const tones: Readonly<Record<ClassState, Tone>> = {
  draft: 'neutral',
  published: 'ok',
  closed: 'warn',
  completed: 'info',
  cancelled: 'danger',
};

export const ClassStateBadge = ({ state }: { state: ClassState }) => (
  <Badge tone={tones[state]}>{classStateNames[state]}</Badge>
);
