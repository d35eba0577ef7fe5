import { zodResolver } from '@hookform/resolvers/zod';
import { type KindSettings, NewKindForm } from '@portal/contract/office/certificate-kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { certificateKindsQuery } from '../../catalogue/api/get-certificate-kinds.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { kindText as text } from '../../text/zh-TW/certificate-kinds.ts';
import { createKind } from '../api/create-kind.ts';
import { layoutsKey } from '../api/layouts-key.ts';
import { NatureFields } from './nature-fields.tsx';

/** Leads to the page of the new kind. */
export const NewKindDialog = ({ onClose }: { onClose: () => void }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const save = useSave<z.input<typeof NewKindForm>, NewKindForm, KindSettings>({
    defaultValues: { name: '', years: '', type: 'ordinary' },
    resolver: zodResolver(NewKindForm),
    fields: ['name', 'years', 'type'],
    send: (body, { idempotencyKey }) => createKind(body, idempotencyKey),
    done: text.added,
    onDone: ({ kind }) => {
      void queries.invalidateQueries({ queryKey: layoutsKey });
      void queries.invalidateQueries({ queryKey: certificateKindsQuery.queryKey });
      void navigate(paths.certificateLayout.to({ id: kind.id }));
    },
  });
  return (
    <FormDialog button={{ label: text.new }} onClose={onClose} save={save} title={text.new}>
      <NatureFields />
    </FormDialog>
  );
};
