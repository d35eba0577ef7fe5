import type { IntroType } from '@portal/contract/content';
import { failureKind } from '@portal/kit/browser/call.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { content } from '../text/zh-TW/content.ts';
import { introTypesQuery } from './api/get-intro-types.ts';

export const IntroListPage = () => {
  return (
    <Page title={content.introductions} lead={content.lead}>
      <Categories />
    </Page>
  );
};

const grid = 'grid gap-4 sm:grid-cols-2';
const card =
  'flex items-center gap-4 rounded-xl border border-line bg-surface p-3 shadow-card sm:gap-6 sm:p-4';

const Categories = () => {
  const { data, error, refetch } = useQuery(introTypesQuery);
  if (data === undefined) {
    return error ? <ErrorState kind={failureKind(error)} onRetry={refetch} /> : <LoadingCards />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        action={<ButtonLink to={paths.classList.to()}>{content.trainingClasses}</ButtonLink>}
        title={content.empty}
      >
        {content.emptyHint}
      </EmptyState>
    );
  }
  return (
    <ul className={grid}>
      {data.map((type) => (
        <li className="grid" key={type.id}>
          <CategoryCard type={type} />
        </li>
      ))}
    </ul>
  );
};

const CategoryCard = ({ type }: { type: IntroType }) => (
  <article className={`group relative ${card} hover:border-sea-300 hover:shadow-lift`}>
    <img
      alt={content.picture(type.title)}
      className="size-[143px] shrink-0 rounded-lg bg-sea-50"
      height={143}
      loading="lazy"
      src={type.src}
      width={143}
    />
    <div className="min-w-0">
      <h2>{type.title}</h2>
      <Link
        aria-label={`${content.see}：${type.title}`}
        className="mt-1 inline-flex min-h-11 items-center gap-1 text-sea-800 underline after:absolute after:inset-0 after:rounded-xl group-hover:no-underline"
        to={paths.introDetail.to({ title: type.title })}
      >
        {content.see}
        <Icon className="size-4" name="chevron-right" />
      </Link>
    </div>
  </article>
);

const LoadingCards = () => (
  <div role="status">
    <span className="sr-only">{common.loading}</span>
    <div aria-hidden="true" className={grid}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div className={card} key={key}>
          <Skeleton className="size-[143px] shrink-0 rounded-lg" />
          <div className="flex-1 space-y-3">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  </div>
);
