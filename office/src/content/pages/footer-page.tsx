import { zodResolver } from '@hookform/resolvers/zod';
import { type EditedFooter, FooterForm } from '@portal/contract/office/content';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { History } from '../../audit/history.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { footerQuery } from '../api/get-footer.ts';
import { footerHistoryQuery } from '../api/get-footer-history.ts';
import { saveFooter } from '../api/save-footer.ts';
import { ContentNav } from '../content-nav.tsx';
import { useContentChanged } from '../use-content-changed.ts';

const text = contentText.footer;

export const FooterPage = () => (
  <Page lead={text.lead} nav={<ContentNav />} title={text.title} width="narrow">
    <Loaded query={useQuery(footerQuery)}>{(footer) => <FooterBody footer={footer} />}</Loaded>
    <History query={useQuery(footerHistoryQuery)} thing={{ subject: 'footer', id: 1 }} />
  </Page>
);

const fields = ['name', 'address', 'phone', 'fax'] as const;

const FooterBody = ({ footer: { version, ...footer } }: { footer: EditedFooter }) => {
  const mayEdit = useMay('content.edit');
  const queries = useQueryClient();
  const changed = useContentChanged();
  const save = useSave<FooterForm, FooterForm, EditedFooter>({
    defaultValues: footer,
    resolver: zodResolver(FooterForm),
    fields,
    version,
    send: (body, seen) => saveFooter({ ...body, version: seen.version }),
    done: contentText.saved,
    stays: true,
    onDone: (saved) => {
      queries.setQueryData(footerQuery.queryKey, saved);
      changed();
    },
  });
  return (
    <SaveForm
      button={{ label: contentText.save, sending: contentText.saving }}
      isReadOnly={!mayEdit}
      save={save}
    >
      <fieldset className="min-w-0 space-y-4" disabled={!mayEdit}>
        {fields.map((name) => (
          <FooterField key={name} name={name} />
        ))}
      </fieldset>
    </SaveForm>
  );
};

const FooterField = ({ name }: { name: keyof FooterForm }) => {
  const { register, formState } = useFormContext<FooterForm>();
  return (
    <TextField
      {...register(name)}
      autoComplete="off"
      error={formState.errors[name]?.message}
      label={text[name]}
      required={name === 'name'}
    />
  );
};
