import { Badge } from '@portal/kit/ui/badge.tsx';
import { privacyText as text } from '../../text/zh-TW/privacy.ts';

const SOON_DAYS = 5;

/** The days until the end of the period in the law. */
export const DueBadge = ({ daysLeft }: { daysLeft: number }) => (
  <Badge icon="clock" tone={daysLeft < 0 ? 'danger' : daysLeft <= SOON_DAYS ? 'warn' : 'neutral'}>
    {daysLeft < 0 ? text.late(-daysLeft) : text.daysLeft(daysLeft)}
  </Badge>
);
