import type { StaffState } from '@portal/contract/office/staff';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { membersText } from '../../text/zh-TW/members.ts';

const tones: Readonly<Record<StaffState, Tone>> = { invited: 'warn', active: 'ok', suspended: 'neutral' };

export const StateBadge = ({ state }: { state: StaffState }) => (
  <Badge tone={tones[state]}>{membersText.states[state]}</Badge>
);
