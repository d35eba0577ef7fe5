import { readable } from '@portal/contract/dates';
import { type SitePageRow, sitePageNames } from '@portal/contract/office/content';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { sitePagesQuery } from '../api/get-site-pages.ts';
import { ContentNav } from '../content-nav.tsx';

const text = contentText.pages;

const columns: readonly Column<SitePageRow>[] = [
  {
    key: 'name',
    header: text.name,
    cell: ({ name }) => (
      <Link
        className="font-semibold text-sea-800 underline hover:no-underline"
        to={paths.sitePage.to({ name })}
      >
        {sitePageNames[name]}
      </Link>
    ),
    primary: true,
  },
  { key: 'shown', header: text.shown, cell: ({ title }) => title, together: true },
  {
    key: 'changed',
    header: text.changed,
    cell: ({ changedAt, isBuiltIn, hasRevision }) => {
      const shown = changedAt ? readable(changedAt) : text.texts[isBuiltIn ? 'builtIn' : 'own'];
      return hasRevision ? `${shown}（${text.waiting}）` : shown;
    },
    together: true,
  },
];

export const SitePagesPage = () => (
  <Page lead={text.lead} nav={<ContentNav />} title={text.title}>
    <Loaded query={useQuery(sitePagesQuery)}>
      {(rows) => (
        <DataTable
          caption={text.caption}
          columns={columns}
          empty={null}
          rowKey={({ name }) => name}
          rows={rows}
        />
      )}
    </Loaded>
  </Page>
);
