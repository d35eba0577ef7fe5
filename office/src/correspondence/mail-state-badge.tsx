import { type MailState, mailStateNames } from '@portal/contract/office/correspondence';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';

const tones: Readonly<Record<MailState, Tone>> = {
  waiting: 'info',
  held: 'warn',
  sent: 'ok',
  undeliverable: 'danger',
  handled: 'neutral',
};

export const MailStateBadge = ({ state }: { state: MailState }) => (
  <Badge tone={tones[state]}>{mailStateNames[state]}</Badge>
);
