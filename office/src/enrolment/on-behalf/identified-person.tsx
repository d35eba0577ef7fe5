import type { Applicant } from '@portal/contract/office/enrolment';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, labelClass } from '@portal/kit/ui/field.tsx';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { ApplicantFacts } from './applicant-facts.tsx';
import { ApplicantProof } from './applicant-proof.tsx';
import type { ChosenPersonValues } from './chosen-person-values.ts';

const text = onBehalfText.person.proof;

/** Somebody whom the branch does not know: staff need what the person knows. */
export const IdentifiedPerson = () => {
  const { setValue, resetField, formState } = useFormContext<ChosenPersonValues>();
  const [person, setPerson] = useState<Applicant | null>(null);
  const choose = (applicant: Applicant) => {
    setPerson(applicant);
    const accountId = applicant.suspended ? '' : `${applicant.id}`;
    setValue('accountId', accountId, { shouldValidate: formState.isSubmitted });
  };
  const chooseAgain = () => {
    setPerson(null);
    resetField('accountId');
  };
  return (
    <div data-field="accountId">
      {person ? (
        <ChosenPerson onChange={chooseAgain} person={person} />
      ) : (
        <ApplicantProof onProved={choose} />
      )}
      <FieldError>{formState.errors.accountId?.message}</FieldError>
    </div>
  );
};

const ChosenPerson = ({ person, onChange }: { person: Applicant; onChange: () => void }) => (
  <div role="status">
    <p className={labelClass}>{text.confirmed}</p>
    <div className="mt-1 flex flex-wrap items-start justify-between gap-3 rounded-md border border-line-strong px-3 py-2">
      <ApplicantFacts applicant={person} />
      <Button onClick={onChange} variant="quiet">
        {text.other}
      </Button>
    </div>
  </div>
);
