import { zodResolver } from '@hookform/resolvers/zod';
import { OrganizationForm, type OrganizationRow } from '@portal/contract/office/organizations';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useFormContext } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { organizationsText as text } from '../../text/zh-TW/organizations.ts';
import { createOrganization } from '../api/create-organization.ts';
import { editOrganization } from '../api/edit-organization.ts';
import { useSetOrganizations } from '../api/get-organization-rows.ts';

const fields = ['name', 'code'] as const;

const OrganizationFields = () => {
  const { register, formState } = useFormContext<OrganizationForm>();
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('name')}
        autoComplete="off"
        error={errors.name?.message}
        hint={text.nameHint}
        label={text.name}
        required
      />
      <TextField
        {...register('code')}
        autoComplete="off"
        error={errors.code?.message}
        hint={text.codeHint}
        label={text.code}
        required
      />
    </>
  );
};

export const NewOrganizationDialog = ({ onClose }: { onClose: () => void }) => {
  const setOrganizations = useSetOrganizations();
  const save = useSave<OrganizationForm, OrganizationForm, OrganizationRow[]>({
    defaultValues: { name: '', code: '' },
    resolver: zodResolver(OrganizationForm),
    fields,
    send: (body, { idempotencyKey }) => createOrganization(body, idempotencyKey),
    done: text.added,
    onDone: (rows) => {
      setOrganizations(rows);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: text.new }} onClose={onClose} save={save} title={text.new}>
      <OrganizationFields />
    </FormDialog>
  );
};

interface EditProps {
  row: OrganizationRow;
  onClose: () => void;
}

export const EditOrganizationDialog = ({ row, onClose }: EditProps) => {
  const { id, version, name, code } = row;
  const setOrganizations = useSetOrganizations();
  const save = useSave<OrganizationForm, OrganizationForm, OrganizationRow[]>({
    defaultValues: { name, code },
    resolver: zodResolver(OrganizationForm),
    fields,
    version,
    send: (body, seen) => editOrganization(id, { ...body, version: seen.version }),
    done: text.saved,
    onDone: (rows) => {
      setOrganizations(rows);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.editTitle}>
      <OrganizationFields />
    </FormDialog>
  );
};
