import type { Applicant } from '@portal/contract/office/enrolment';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, labelClass, TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { findApplicants } from '../api/find-applicants.ts';
import { ApplicantFacts } from './applicant-facts.tsx';
import type { ChosenPersonValues } from './chosen-person-values.ts';

const text = onBehalfText.person;

const useApplicants = () => {
  const { setValue, formState } = useFormContext<ChosenPersonValues>();
  const { isSubmitted } = formState;
  return useSending({
    mutationFn: findApplicants,
    onSuccess: ([only, ...others]) =>
      setValue('accountId', only && others.length === 0 && !only.suspended ? `${only.id}` : '', {
        shouldValidate: isSubmitted,
      }),
  });
};

/** A single result is chosen. */
export const KnownPerson = () => {
  const [search, setSearch] = useState('');
  const found = useApplicants();
  const { errors } = useFormContext<ChosenPersonValues>().formState;
  const find = () => found.mutate(search);
  /** Enter searches and does not send the form. */
  const findByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find();
  };
  return (
    <div data-field="accountId">
      <search className="flex flex-wrap items-end gap-3" onKeyDown={findByKey}>
        <TextField
          autoComplete="off"
          className="min-w-0 flex-1 basis-64"
          error={found.error ? failureText(found.error) : undefined}
          hint={text.searchHint}
          label={text.search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          value={search}
        />
        <Button busy={found.isPending} busyLabel={text.searching} onClick={find}>
          {text.submit}
        </Button>
      </search>
      <div className="mt-3" role="status">
        {found.data?.length === 0 && <Notice tone="info">{text.none}</Notice>}
        {found.data && found.data.length > 0 && <Applicants applicants={found.data} />}
      </div>
      <FieldError>{errors.accountId?.message}</FieldError>
    </div>
  );
};

const Applicants = ({ applicants }: { applicants: readonly Applicant[] }) => (
  <fieldset className="min-w-0">
    <legend className={labelClass}>{text.found}</legend>
    <ul className="mt-1 divide-y divide-line rounded-md border border-line-strong">
      {applicants.map((applicant) => (
        <ApplicantItem applicant={applicant} key={applicant.id} />
      ))}
    </ul>
  </fieldset>
);

const ApplicantItem = ({ applicant }: { applicant: Applicant }) => {
  const { register } = useFormContext<ChosenPersonValues>();
  return (
    <li>
      <label className="flex items-start gap-3 px-3 py-2 hover:bg-sea-50">
        <input
          {...register('accountId')}
          className="mt-1 size-5 shrink-0 accent-sea-700"
          disabled={applicant.suspended}
          type="radio"
          value={`${applicant.id}`}
        />
        <ApplicantFacts applicant={applicant} />
      </label>
    </li>
  );
};
