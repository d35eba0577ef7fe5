import type { Applicant, ApplicantProof as Proof } from '@portal/contract/office/enrolment';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { type KeyboardEvent, useState } from 'react';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { identifyApplicant } from '../api/identify-applicant.ts';
import { sendApplicantCode } from '../api/send-applicant-code.ts';

const text = onBehalfText.person.proof;

type ProofKind = Proof['by'];

const isTypedIn = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type !== 'radio';

interface ApplicantProofProps {
  onProved: (applicant: Applicant) => void;
}

const useProof = (onProved: ApplicantProofProps['onProved']) => {
  const [number, setNumber] = useState('');
  const [way, setWay] = useState<ProofKind>('birthday');
  const [given, setGiven] = useState({ birthday: '', code: '' });
  const identify = useSending({
    mutationFn: () => identifyApplicant({ number, by: way, ...given }),
    onSuccess: onProved,
  });
  const send = useSending({ mutationFn: () => sendApplicantCode(number) });
  const reset = () => {
    identify.reset();
    send.reset();
  };
  return {
    ...{ number, way, given, identify, send },
    setNumber: (value: string) => {
      reset();
      setNumber(value);
    },
    setWay: (value: ProofKind) => {
      reset();
      setWay(value);
    },
    give: (name: ProofKind, value: string) => setGiven((before) => ({ ...before, [name]: value })),
  };
};

type ProofState = ReturnType<typeof useProof>;

/** The refusal under its field, or, if it belongs to no field, in a notice. */
const errorsOf = ({ identify, send }: ProofState) => {
  const error = identify.error ?? send.error;
  const [number, birthday, code] = (['number', 'birthday', 'code'] as const).map((field) =>
    firstError(error, field),
  );
  const isOfField = number !== undefined || birthday !== undefined || code !== undefined;
  return { number, birthday, code, other: error && !isOfField ? failureText(error) : undefined };
};

export const ApplicantProof = ({ onProved }: ApplicantProofProps) => {
  const proof = useProof(onProved);
  const { number, way, identify, send } = proof;
  const errors = errorsOf(proof);
  const isAskingForCode = way === 'code' && !send.data;
  /** Enter proves and does not send the form. */
  const proveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isTypedIn(event.target)) return;
    event.preventDefault();
    if (isAskingForCode) send.mutate();
    else identify.mutate();
  };
  return (
    <search className="block space-y-4" onKeyDown={proveByKey}>
      <p className="text-ink-soft">{text.lead}</p>
      <TextField
        autoComplete="off"
        error={errors.number}
        hint={text.numberHint}
        label={text.number}
        onChange={(event) => proof.setNumber(event.currentTarget.value)}
        required
        upperCase
        value={number}
      />
      <RadioGroup
        label={text.by}
        name="proof"
        onChange={(event) => proof.setWay(event.currentTarget.value as ProofKind)}
        options={(['birthday', 'code'] as const).map((value) => ({ value, label: text.ways[value] }))}
        value={way}
      />
      {way === 'code' && <SendCode send={send} />}
      {!isAskingForCode && <GivenField error={errors[way]} proof={proof} />}
      {errors.other && (
        <Notice live tone="danger">
          {errors.other}
        </Notice>
      )}
      {!isAskingForCode && (
        <Button busy={identify.isPending} busyLabel={text.confirming} onClick={() => identify.mutate()}>
          {text.confirm}
        </Button>
      )}
    </search>
  );
};

const SendCode = ({ send }: Pick<ProofState, 'send'>) => (
  <div className="space-y-3">
    <div role="status">{send.data && <Notice tone="success">{text.sent(send.data.minutes)}</Notice>}</div>
    <Button
      busy={send.isPending}
      busyLabel={text.sending}
      onClick={() => send.mutate()}
      variant={send.data ? 'quiet' : 'secondary'}
    >
      {send.data ? text.sendAgain : text.send}
    </Button>
  </div>
);

const GivenField = ({ proof, error }: { proof: ProofState; error: string | undefined }) => {
  const { way, given, give } = proof;
  return way === 'birthday' ? (
    <DateField
      error={error}
      label={text.ways.birthday}
      onChange={(value) => give('birthday', value)}
      required
      value={given.birthday}
    />
  ) : (
    <TextField
      autoComplete="off"
      error={error}
      inputMode="numeric"
      label={text.code}
      onChange={(event) => give('code', event.currentTarget.value)}
      ref={focusOnce}
      required
      value={given.code}
    />
  );
};

/** The field appears when the code was sent. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus();
