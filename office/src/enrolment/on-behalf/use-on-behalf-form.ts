import { zodResolver } from '@hookform/resolvers/zod';
import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import type { FieldPath } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { onBehalfText as text } from '../../text/zh-TW/on-behalf.ts';
import { enrolNewPerson } from '../api/enrol-new-person.ts';
import { enrolPerson } from '../api/enrol-person.ts';
import { useRegistrationChanged } from '../api/get-registration.ts';
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

/** The fields in page order. */
const fieldsOf = (kind: OnBehalfValues['kind']): FieldPath<OnBehalfValues>[] => [
  ...(kind === 'new' ? PERSON_FIELDS : (['accountId'] as const)),
  'code',
  'reason',
];

const send = (values: OnBehalfValues, idempotencyKey: string) => {
  const { accountId, code, reason } = values;
  return values.kind === 'new'
    ? enrolNewPerson(newPersonOf(values), idempotencyKey)
    : enrolPerson({ accountId: Number(accountId), code, reason }, idempotencyKey);
};

export const useOnBehalfForm = () => {
  const navigate = useNavigate();
  const changed = useRegistrationChanged();
  return useSave<OnBehalfValues, OnBehalfValues, RegistrationDetail>({
    defaultValues: EMPTY,
    resolver: zodResolver(OnBehalfForm),
    fields: ({ kind }) => fieldsOf(kind),
    send: (values, { idempotencyKey }) => send(values, idempotencyKey),
    done: ({ person, class: { code } }) => text.done(person.name, code),
    onDone: (detail) => {
      changed(detail);
      navigate(paths.registration.to({ id: detail.id }), { replace: true });
    },
  });
};
