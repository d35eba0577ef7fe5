import type { EditedBanner } from '@portal/contract/office/banners';
import { notify } from '@portal/kit/browser/notices.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { OrderedTable } from '../../forms/ordered-table.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { bannersText as text } from '../../text/zh-TW/banners.ts';
import { bannersQuery, useSetBanners } from '../api/get-banners.ts';
import { orderBanners } from '../api/order-banners.ts';
import { removeBanner } from '../api/remove-banner.ts';
import { ContentNav } from '../content-nav.tsx';
import { publicationText } from '../publication-text.ts';
import { useContentChanged } from '../use-content-changed.ts';
import { Cropped } from './cropped.tsx';

export const BannersPage = () => {
  const mayEdit = useMay('content.edit');
  const create = (
    <ButtonLink to={paths.newBanner.to()} variant="primary">
      {text.new}
    </ButtonLink>
  );
  return (
    <Page actions={mayEdit && create} lead={text.lead} nav={<ContentNav />} title={text.title}>
      <Loaded query={useQuery(bannersQuery)}>
        {(rows) => <BannersTable mayEdit={mayEdit} rows={rows} />}
      </Loaded>
    </Page>
  );
};

const columns: readonly Column<EditedBanner>[] = [
  {
    key: 'title',
    header: text.name,
    cell: ({ id, title }) => (
      <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.banner.to({ id })}>
        {title}
      </Link>
    ),
    primary: true,
  },
  {
    key: 'picture',
    header: text.picture,
    cell: (banner) => <Cropped className="w-40" height={112} picture={banner} width={390} />,
    together: true,
  },
  { key: 'state', header: text.state, cell: publicationText, together: true },
  { key: 'link', header: text.link, cell: ({ link }) => link ?? text.noLink, className: 'break-all' },
];

const BannersTable = ({ rows, mayEdit }: { rows: readonly EditedBanner[]; mayEdit: boolean }) => (
  <OrderedTable
    acts={(row) => <RemoveBanner row={row} />}
    actsHeader={text.acts}
    caption={text.caption}
    columns={columns}
    empty={
      <EmptyState icon="inbox" title={text.none}>
        {text.noneHint}
      </EmptyState>
    }
    mayEdit={mayEdit}
    nameOf={({ title }) => title}
    onDone={useSetBanners()}
    onFailed={useContentChanged()}
    rows={rows}
    work={orderBanners}
  />
);

const RemoveBanner = ({ row: { id, title } }: { row: EditedBanner }) => {
  const setBanners = useSetBanners();
  return (
    <ConfirmedAction
      confirmLabel={text.remove.confirm}
      label={text.remove.label(title)}
      onDone={(rows) => {
        setBanners(rows);
        notify(text.remove.done, 'success');
      }}
      question={text.remove.really(title)}
      title={text.remove.title}
      work={() => removeBanner(id)}
    >
      {text.remove.open}
    </ConfirmedAction>
  );
};
