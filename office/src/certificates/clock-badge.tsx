import { clockOf, ISSUE_WITHIN_DAYS } from '@portal/contract/office/certificate-issuing';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { issuingText } from '../text/zh-TW/issuing.ts';

const tones = { green: 'ok', amber: 'warn', red: 'danger' } as const satisfies Record<string, Tone>;
const text = issuingText.clock;

/** The days since the training ended, of those that the rule allows. */
export const ClockBadge = ({ days }: { days: number }) => {
  if (days < 0) return <Badge tone="neutral">{text.ahead}</Badge>;
  const clock = clockOf(days);
  return (
    <Badge icon="clock" tone={tones[clock]}>
      {clock === 'red' ? text.late(days - ISSUE_WITHIN_DAYS) : text.left(days)}
    </Badge>
  );
};
