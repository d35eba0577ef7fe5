import type { Applicant } from '@portal/contract/office/enrolment';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';

const text = onBehalfText.person;

const factsOf = ({ identity, phone, organization, complete, suspended }: Applicant): string[] => [
  [identity, phone, organization ?? text.unknownOrganization].filter(Boolean).join('　'),
  ...(complete ? [] : [text.incomplete]),
  ...(suspended ? [text.suspended] : []),
];

export const ApplicantFacts = ({ applicant }: { applicant: Applicant }) => (
  <span className="min-w-0">
    <span className="block font-semibold">{applicant.name}</span>
    {factsOf(applicant).map((fact) => (
      <span className="block text-ink-soft text-sm tabular" key={fact}>
        {fact}
      </span>
    ))}
  </span>
);
