import { zodResolver } from '@hookform/resolvers/zod';
import { NewSignerForm, SignerForm, type SignerRow } from '@portal/contract/office/certificate-layouts';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { organizationsQuery } from '../../catalogue/api/get-organizations.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { signersText as text } from '../../text/zh-TW/certificate-signers.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { createSigner } from '../api/create-signer.ts';
import { editSigner } from '../api/edit-signer.ts';
import { useSetSigners } from '../api/get-signers.ts';
import { PictureField } from './picture-field.tsx';

const detailFields = ['name', 'title', 'sealId'] as const;

const DetailFields = () => {
  const { register, formState } = useFormContext<SignerForm>();
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('name')}
        autoComplete="off"
        error={errors.name?.message}
        label={text.name}
        required
      />
      <TextField
        {...register('title')}
        autoComplete="off"
        error={errors.title?.message}
        hint={text.signerTitleHint}
        label={text.signerTitle}
        required
      />
      <PictureField hint={text.sealHint} kind="seal" label={text.seal} />
    </>
  );
};

const SignerOrganizationField = () => {
  const { field, fieldState } = useController<NewSignerForm, 'organizationId'>({ name: 'organizationId' });
  return (
    <Loaded query={useQuery(organizationsQuery)} rowClassName="h-11" rows={1}>
      {(data) => (
        <SelectField
          error={fieldState.error?.message}
          label={text.organization}
          name={field.name}
          onChange={({ currentTarget }) =>
            field.onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
          }
          options={data.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          placeholder={text.association}
          ref={field.ref}
          value={field.value === null ? '' : `${field.value}`}
        />
      )}
    </Loaded>
  );
};

export const NewSignerDialog = ({ onClose }: { onClose: () => void }) => {
  const setSigners = useSetSigners();
  const save = useSave<NewSignerForm, NewSignerForm, SignerRow[]>({
    defaultValues: { organizationId: null, name: '', title: '', sealId: null },
    resolver: zodResolver(NewSignerForm),
    fields: ['organizationId', ...detailFields],
    send: (body, { idempotencyKey }) => createSigner(body, idempotencyKey),
    done: text.added,
    onDone: (signers) => {
      setSigners(signers);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: text.new }} onClose={onClose} save={save} title={text.new}>
      <SignerOrganizationField />
      <DetailFields />
    </FormDialog>
  );
};

export const EditSignerDialog = ({ signer, onClose }: { signer: SignerRow; onClose: () => void }) => {
  const { id, version, name, title, sealId } = signer;
  const setSigners = useSetSigners();
  const save = useSave<SignerForm, SignerForm, SignerRow[]>({
    defaultValues: { name, title, sealId },
    resolver: zodResolver(SignerForm),
    fields: detailFields,
    version,
    send: (body, seen) => editSigner(id, { ...body, version: seen.version }),
    done: text.saved,
    onDone: (signers) => {
      setSigners(signers);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.editTitle}>
      <DetailFields />
    </FormDialog>
  );
};
