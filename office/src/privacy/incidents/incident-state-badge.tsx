import { incidentStateNames } from '@portal/contract/office/code-names';
import type { IncidentState } from '@portal/contract/office/incidents';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';

const tones: Readonly<Record<IncidentState, Tone>> = { open: 'warn', notified: 'info', closed: 'ok' };

export const IncidentStateBadge = ({ state }: { state: IncidentState }) => (
  <Badge tone={tones[state]}>{incidentStateNames[state]}</Badge>
);
