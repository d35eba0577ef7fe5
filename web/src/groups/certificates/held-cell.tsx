import { type Held, heldStateNames } from '@portal/contract/group-certificates';
import { shortDay } from '@portal/kit/browser/format.ts';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { groupCertificatesText as text } from '../../text/zh-TW/group-certificates.ts';
import './certificates.css';

const tones: Record<Held['state'], Tone> = {
  valid: 'ok',
  in_90: 'info',
  in_60: 'warn',
  in_30: 'warn',
  expired: 'danger',
  missing: 'neutral',
};

const SmallNote = ({ children }: { children: string }) => (
  <span className="held-note text-ink-soft text-sm tabular">{children}</span>
);

/** The certificate of one kind of one person, as the managers of the group see it. */
export const HeldCell = ({
  held: { state, until, enrolled_from, renewal_asked },
}: {
  held: Omit<Held, 'due'>;
}) => (
  <span className="held">
    <Badge tone={tones[state]}>{heldStateNames[state]}</Badge>
    {until && <SmallNote>{state === 'expired' ? text.ended(until) : text.until(until)}</SmallNote>}
    {enrolled_from && <SmallNote>{text.enrolled(shortDay(enrolled_from))}</SmallNote>}
    {renewal_asked && <SmallNote>{text.renewalAsked}</SmallNote>}
  </span>
);
