import { sitePages } from '@portal/contract/content';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Panel } from '@portal/kit/ui/panel.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { footerText } from '../text/zh-TW/footer.ts';
import { sitePageQuery } from './api/get-site-page.ts';

export const SitePage = () => {
  const { pathname } = useLocation();
  const name = sitePages.find((known) => pathname === `/${known}`) ?? 'Help';
  const query = useQuery(sitePageQuery(name));
  const title = query.data?.title ?? footerText[name];
  usePageTitle(title);
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: title }]} />
      <h1 className="mb-4">{title}</h1>
      <LoadFault status={loadStatus(query)}>
        {query.data ? (
          <div className="max-w-3xl">
            <Panel>
              <RichText html={query.data.html} under={1} />
            </Panel>
          </div>
        ) : (
          <SkeletonRows rows={8} />
        )}
      </LoadFault>
    </>
  );
};
