import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '../app/paths.ts';
import { failureKind } from '../platform/api.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { common } from '../text/zh-TW/common.ts';
import { content } from '../text/zh-TW/content.ts';
import { Accordion, AccordionItem } from '../ui/accordion.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { introsQuery } from './api/get-intros.ts';

/** One category of the introductions, its entries to open. */
export const IntroDetailPage = () => {
  const { title = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(introsQuery(title));
  const kind = error && failureKind(error);
  usePageTitle(data?.type ?? content.introductions);
  if (data) {
    return (
      <Page title={data.type}>
        {data.details.length > 0 ? <Entries entries={data.details} /> : <NoEntries />}
      </Page>
    );
  }
  if (kind === 'missing') {
    return (
      <Page>
        <NoEntries />
      </Page>
    );
  }
  return (
    <Page title={kind === null ? null : undefined}>
      {kind === null ? (
        <LoadingEntries />
      ) : (
        <ErrorState busy={isFetching} kind={kind} onRetry={refetch}>
          <BackToList />
        </ErrorState>
      )}
    </Page>
  );
};

/** `title`: the category's own; null while it is on its way, absent where there is none. */
const Page = ({ title, children }: { title?: string | null | undefined; children: ReactNode }) => (
  <>
    <Breadcrumbs
      items={[
        { label: common.home, to: paths.home.to() },
        { label: content.introductions, to: paths.introList.to() },
        ...(title ? [{ label: title }] : []),
      ]}
    />
    {title === null ? (
      <Skeleton className="mb-6 h-9 w-48" />
    ) : (
      <h1 className="mb-6">{title ?? content.introductions}</h1>
    )}
    {children}
  </>
);

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly html: string;
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <>
    <Accordion>
      {entries.map((entry, index) => (
        <AccordionItem
          defaultOpen={index === 0}
          header={<span className="font-semibold">{entry.title}</span>}
          headingLevel={2}
          key={entry.id}
        >
          {() => <RichText html={entry.html} />}
        </AccordionItem>
      ))}
    </Accordion>
    <p className="mt-8 print:hidden">
      <BackToList />
    </p>
  </>
);

const LoadingEntries = () => (
  <div role="status">
    <span className="sr-only">{common.loading}</span>
    <div aria-hidden="true" className="space-y-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div className="rounded-lg border border-line bg-surface px-4 py-4.5 shadow-card" key={key}>
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  </div>
);

const BackToList = () => <ButtonLink to={paths.introList.to()}>{content.back}</ButtonLink>;

const NoEntries = () => (
  <EmptyState action={<BackToList />} title={content.emptyCategory}>
    {content.emptyCategoryHint}
  </EmptyState>
);
