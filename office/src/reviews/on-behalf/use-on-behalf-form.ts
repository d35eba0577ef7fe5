import { zodResolver } from '@hookform/resolvers/zod';
import { enrolNewPerson, enrolPerson } from '@portal/contract/office/enrolments';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { type FieldPath, useForm } from 'react-hook-form';
import { generatePath, useNavigate } from 'react-router';
import { call } from '../../platform/call.ts';
import { paths } from '../../platform/paths.ts';
import { onBehalfText as text } from '../../text/zh-TW/on-behalf.ts';
import { useRegistrationChanged } from '../api/registration.ts';
import { EMPTY, newPersonOf, OnBehalfForm, type OnBehalfValues } from './on-behalf-values.ts';

const PERSON_FIELDS = [
  'country',
  'chinese_name',
  'id_number',
  'passport_no',
  'birthday',
  'cell_phone',
  'email',
] as const satisfies readonly (keyof OnBehalfValues)[];

/** The fields that count, in page order. */
export const fieldsOf = (kind: OnBehalfValues['kind']): FieldPath<OnBehalfValues>[] => [
  ...(kind === 'known' ? (['accountId'] as const) : PERSON_FIELDS),
  'code',
  'reason',
];

const send = (values: OnBehalfValues, idempotencyKey: string) => {
  const { accountId, code, reason } = values;
  return values.kind === 'known'
    ? call(enrolPerson, { body: { accountId: Number(accountId), code, reason }, idempotencyKey })
    : call(enrolNewPerson, { body: newPersonOf(values), idempotencyKey });
};

export const useOnBehalfForm = () => {
  const navigate = useNavigate();
  const changed = useRegistrationChanged();
  const { keyFor } = useIdempotencyKey();
  const sending = useSending({
    mutationFn: (values: OnBehalfValues) => send(values, keyFor(JSON.stringify(values))),
    onSuccess: (detail) => {
      changed(detail);
      notify(text.done(detail.person.name, detail.class.code), 'success');
      navigate(generatePath(paths.registration, { id: `${detail.id}` }), { replace: true });
    },
  });
  const form = useForm<OnBehalfValues>({
    defaultValues: EMPTY,
    resolver: zodResolver(OnBehalfForm),
    shouldFocusError: false,
  });
  const save = (values: OnBehalfValues) =>
    sending.mutateAsync(values).catch((error) => showRefusal(error, fieldsOf(values.kind), form.setError));
  return { form, save };
};
