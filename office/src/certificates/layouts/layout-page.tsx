import { zodResolver } from '@hookform/resolvers/zod';
import { readable } from '@portal/contract/dates';
import { type Layout, LayoutForm } from '@portal/contract/office/certificate-layouts';
import { Button } from '@portal/kit/ui/button.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useNavigate, useParams } from 'react-router';
import type * as z from 'zod/mini';
import { historyKey } from '../../audit/api/keys.ts';
import { History } from '../../audit/history.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { layoutsText as text } from '../../text/zh-TW/certificate-layouts.ts';
import { layoutQuery } from '../api/get-layout.ts';
import { layoutHistoryQuery } from '../api/get-layout-history.ts';
import { layoutsKey } from '../api/layouts-key.ts';
import { saveLayout } from '../api/save-layout.ts';
import { KindSection } from './kind-section.tsx';
import { LayoutFields } from './layout-fields.tsx';
import { LayoutPreview } from './layout-preview.tsx';
import { RemindersSection } from './reminders-section.tsx';

const under = [{ label: text.title, to: paths.certificateLayouts.to() }] as const;

export const LayoutPage = () => {
  const { id } = useParams();
  return (
    <LoadedPage
      gone={text.gone}
      head={({ kind, number }) => ({ title: kind.name, lead: text.version(number) })}
      kind={text.title}
      query={useQuery(layoutQuery(Number(id)))}
      under={under}
    >
      {(layout) => <LayoutBody key={id} layout={layout} />}
    </LoadedPage>
  );
};

type Values = z.input<typeof LayoutForm>;

/** Fields of text hold no null. */
const valuesOf = (form: LayoutForm): Values => ({
  ...form,
  issuerEnglish: form.issuerEnglish ?? '',
  titleEnglish: form.titleEnglish ?? '',
  textEnglish: form.textEnglish ?? '',
});

const fields = [
  ...(['paper', 'hasCard', 'languages', 'calendars', 'issuer', 'issuerEnglish', 'title'] as const),
  ...(['titleEnglish', 'text', 'textEnglish', 'signerId', 'logoId', 'backgroundId'] as const),
];

const LayoutBody = ({ layout }: { layout: Layout }) => {
  const mayEdit = useMay('settings.edit');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id } = layout.kind;
  const save = useSave<Values, LayoutForm, Layout>({
    defaultValues: valuesOf(layout.form),
    resolver: zodResolver(LayoutForm),
    fields,
    version: layout.version,
    send: (body, { version }) => saveLayout(id, { ...body, version }),
    done: text.saved,
    stays: true,
    onDone: () => {
      void queries.invalidateQueries({ queryKey: layoutsKey });
      void queries.invalidateQueries({ queryKey: historyKey });
    },
  });
  return (
    <>
      <KindSection kindId={id} />
      <h2 className="mt-8 mb-3">{text.layout}</h2>
      <SaveForm
        button={{ label: text.save }}
        isReadOnly={!mayEdit}
        onCancel={() => navigate(paths.certificateLayouts.to())}
        save={save}
      >
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
            <LayoutFields />
          </fieldset>
          {mayEdit && (
            <div className="min-w-0 lg:sticky lg:top-20">
              <LayoutPreview kindId={id} />
            </div>
          )}
        </div>
      </SaveForm>
      <RemindersSection kindId={id} />
      <Versions
        layout={layout}
        mayEdit={mayEdit}
        onUse={(form) => save.form.reset(valuesOf(form), { keepDefaultValues: true })}
      />
      <History query={useQuery(layoutHistoryQuery(id))} thing={{ subject: 'certificate_layout', id }} />
    </>
  );
};

interface VersionsProps {
  layout: Layout;
  mayEdit: boolean;
  onUse: (form: LayoutForm) => void;
}

const Versions = ({ layout, mayEdit, onUse }: VersionsProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id}>{text.versions}</h2>
      {layout.versions.length === 0 && <p className="text-ink-soft">{text.noVersions}</p>}
      <ol className="mt-3 max-w-3xl divide-y divide-line">
        {layout.versions.map(({ number, createdAt, form }) => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 py-2" key={number}>
            <span>
              {text.version(number)}
              <time className="ms-3 text-ink-soft text-sm" dateTime={createdAt}>
                {readable(createdAt)}
              </time>
            </span>
            {mayEdit && number !== layout.number && (
              <Button aria-label={text.loadLabel(number)} onClick={() => onUse(form)} variant="quiet">
                {text.load}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
