import { zodResolver } from '@hookform/resolvers/zod';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { NewPersonFields } from '../enrolment/on-behalf/new-person-fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { listKey } from '../lists/list.ts';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { peopleText } from '../text/zh-TW/people.ts';
import {
  AddPersonRules,
  type AddPersonValues,
  EMPTY_PERSON,
  personFields,
  sentPerson,
} from './add-person-values.ts';
import { addPerson } from './api/add-person.ts';
import { listOfPeople } from './people-list.tsx';

const text = peopleText.add;

const useAddPerson = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { organizations } = useScope();
  const [only, ...others] = organizations;
  return useSave<AddPersonValues, AddPersonValues, { id: number }>({
    // Staff of a single branch do not choose it.
    defaultValues: { ...EMPTY_PERSON, organizationId: only && others.length === 0 ? `${only.id}` : '' },
    resolver: zodResolver(AddPersonRules),
    fields: personFields,
    send: (values, { idempotencyKey }) => addPerson(sentPerson(values), idempotencyKey),
    done: text.done,
    onDone: ({ id }) => {
      void client.invalidateQueries({ queryKey: listKey(listOfPeople.name) });
      void navigate(paths.person.to({ id }));
    },
  });
};

export const AddPersonDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    button={{ label: text.open }}
    onClose={onClose}
    save={useAddPerson()}
    title={text.title}
    width="wide"
  >
    <NewPersonFields />
    <OrganizationField />
  </FormDialog>
);

const OrganizationField = () => {
  const { register, formState } = useFormContext<AddPersonValues>();
  const { organizations } = useScope();
  return (
    <SelectField
      {...register('organizationId')}
      error={formState.errors.organizationId?.message}
      label={text.organization}
      options={organizations.map(({ id, name }) => ({ value: `${id}`, label: name }))}
      required
    />
  );
};
