import { zodResolver } from '@hookform/resolvers/zod';
import { type SitePageName, sitePages } from '@portal/contract/content';
import { type EditedPage, SitePageForm, sitePageNames } from '@portal/contract/office/content';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { discardPageRevision } from '../api/discard-page-revision.ts';
import { sitePageQuery } from '../api/get-site-page.ts';
import { sitePageHistoryQuery } from '../api/get-site-page-history.ts';
import { saveSitePage } from '../api/save-site-page.ts';
import { TitleAndText } from '../text-fields.tsx';
import { useContentChanged } from '../use-content-changed.ts';
import { WaitingRevision } from '../waiting-revision.tsx';

const text = contentText.pages;

export const SitePage = () => {
  const { name } = useParams();
  // An unknown name asks the server, which does not find it.
  const known = sitePages.find((each) => each === name) ?? (name as (typeof sitePages)[number]);
  return (
    <LoadedPage
      head={(page) => ({ title: sitePageNames[page.name], actions: <PublicPage page={page} /> })}
      kind={text.title}
      query={useQuery(sitePageQuery(known))}
      under={[{ label: text.title, to: paths.sitePages.to() }]}
      width="wide"
    >
      {(page) => <SitePageBody page={page} />}
    </LoadedPage>
  );
};

const options = [
  { value: 'published', label: contentText.publication.keep },
  { value: 'revision', label: contentText.publication.revision },
];

const PublicPage = ({ page: { name } }: { page: EditedPage }) => (
  <a
    aria-label={text.view(sitePageNames[name])}
    className="inline-flex min-h-11 items-center font-semibold text-sea-800 underline hover:no-underline"
    href={`/${name}`}
    rel="noreferrer"
    target="_blank"
  >
    {text.preview}
  </a>
);

const useSetPage = (name: SitePageName) => {
  const queries = useQueryClient();
  const changed = useContentChanged();
  return (page: EditedPage) => {
    queries.setQueryData(sitePageQuery(name).queryKey, page);
    changed();
  };
};

const SitePageBody = ({ page }: { page: EditedPage }) => {
  const { name, hasRevision, isBuiltIn } = page;
  const mayEdit = useMay('content.edit');
  const setPage = useSetPage(name);
  // The form begins anew with the text that the public sees.
  const [discards, setDiscards] = useState(0);
  return (
    <>
      {hasRevision && (
        <WaitingRevision
          discard={() => discardPageRevision(name)}
          mayEdit={mayEdit}
          onDiscarded={(answer) => {
            setPage(answer);
            setDiscards(discards + 1);
          }}
        />
      )}
      {isBuiltIn && (
        <div className="mb-4">
          <Notice tone="info">{text.isBuiltIn}</Notice>
        </div>
      )}
      <SitePageEditor key={`${name} ${discards}`} page={page} />
      <History
        query={useQuery(sitePageHistoryQuery(name))}
        thing={{ subject: 'page', id: sitePages.indexOf(name) + 1 }}
      />
    </>
  );
};

const SitePageEditor = ({ page: { name, title, html, version, hasRevision } }: { page: EditedPage }) => {
  const mayEdit = useMay('content.edit');
  const save = useSave<SitePageForm, SitePageForm, EditedPage>({
    defaultValues: { title, html, publication: hasRevision ? 'revision' : 'published' },
    resolver: zodResolver(SitePageForm),
    fields: ['title', 'html', 'publication'],
    version,
    send: (body, seen) => saveSitePage(name, { ...body, version: seen.version }),
    done: (saved) => (saved.hasRevision ? contentText.publication.savedRevision : contentText.saved),
    stays: true,
    onDone: useSetPage(name),
  });
  return (
    <SaveForm button={{ label: text.save, sending: contentText.saving }} isReadOnly={!mayEdit} save={save}>
      <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
        <TitleAndText disabled={!mayEdit} />
        <RadioGroup
          {...save.form.register('publication')}
          label={contentText.publication.label}
          options={options}
        />
      </fieldset>
    </SaveForm>
  );
};
