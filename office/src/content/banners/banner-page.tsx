import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { History } from '../../audit/history.tsx';
import { LoadedPage, Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { bannersText as text } from '../../text/zh-TW/banners.ts';
import { bannerQuery } from '../api/get-banner.ts';
import { bannerHistoryQuery } from '../api/get-banner-history.ts';
import { BannerForm } from './banner-form.tsx';

const banners = { label: text.title, to: paths.banners.to() };

export const NewBannerPage = () => (
  <Page title={text.new} under={[banners]} width="wide">
    <BannerForm banner={null} />
  </Page>
);

export const BannerPage = () => {
  const id = Number(useParams().id);
  const history = useQuery(bannerHistoryQuery(id));
  return (
    <LoadedPage
      gone={text.gone}
      head={({ title }) => ({ title })}
      kind={text.title}
      query={useQuery(bannerQuery(id))}
      under={[banners]}
      width="wide"
    >
      {(banner) => (
        <>
          <BannerForm banner={banner} key={id} />
          <History query={history} thing={{ subject: 'banner', id }} />
        </>
      )}
    </LoadedPage>
  );
};
