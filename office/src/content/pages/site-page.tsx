import { zodResolver } from '@hookform/resolvers/zod';
import { sitePages } from '@portal/contract/content';
import { type EditedPage, SitePageForm, sitePageNames } from '@portal/contract/office/content';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { sitePageQuery } from '../api/get-site-page.ts';
import { sitePageHistoryQuery } from '../api/get-site-page-history.ts';
import { saveSitePage } from '../api/save-site-page.ts';
import { TitleAndText } from '../text-fields.tsx';
import { useContentChanged } from '../use-content-changed.ts';

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
      {(page) => <SitePageBody key={page.name} page={page} />}
    </LoadedPage>
  );
};

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

const SitePageBody = ({ page }: { page: EditedPage }) => {
  const mayEdit = useMay('content.edit');
  const queries = useQueryClient();
  const changed = useContentChanged();
  const { name, title, html, version, isBuiltIn } = page;
  const save = useSave<SitePageForm, SitePageForm, EditedPage>({
    defaultValues: { title, html },
    resolver: zodResolver(SitePageForm),
    fields: ['title', 'html'],
    version,
    send: (body, seen) => saveSitePage(name, { ...body, version: seen.version }),
    done: contentText.saved,
    stays: true,
    onDone: (saved) => {
      queries.setQueryData(sitePageQuery(name).queryKey, saved);
      changed();
    },
  });
  return (
    <>
      {isBuiltIn && (
        <div className="mb-4">
          <Notice tone="info">{text.isBuiltIn}</Notice>
        </div>
      )}
      <SaveForm
        button={{ label: contentText.save, sending: contentText.saving }}
        isReadOnly={!mayEdit}
        save={save}
      >
        <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
          <TitleAndText disabled={!mayEdit} />
        </fieldset>
      </SaveForm>
      <History
        query={useQuery(sitePageHistoryQuery(name))}
        thing={{ subject: 'page', id: sitePages.indexOf(name) + 1 }}
      />
    </>
  );
};
