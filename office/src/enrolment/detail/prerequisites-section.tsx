import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { Section } from './section.tsx';

const text = reviewsText.prerequisites;

type Prerequisite = RegistrationDetail['prerequisites'][number];

const tones: Readonly<Record<Prerequisite['validity'], Tone>> = {
  valid: 'ok',
  expired: 'danger',
  none: 'danger',
};

export const PrerequisitesSection = ({ prerequisites }: { prerequisites: readonly Prerequisite[] }) => (
  <Section title={text.section}>
    {prerequisites.length === 0 && <p className="text-ink-soft">{text.none}</p>}
    <ul className="space-y-2">
      {prerequisites.map((prerequisite) => (
        <PrerequisiteLine key={prerequisite.certificate} prerequisite={prerequisite} />
      ))}
    </ul>
  </Section>
);

const PrerequisiteLine = ({
  prerequisite: { certificate, validity, number, endTime },
}: {
  prerequisite: Prerequisite;
}) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span className="font-semibold">{certificate}</span>
    <Badge tone={tones[validity]}>{text.validities[validity]}</Badge>
    {number && <span className="tabular">{text.number(number)}</span>}
    {endTime && <span className="tabular">{text.until(endTime)}</span>}
  </li>
);
