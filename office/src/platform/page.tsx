import { CallRefused, failureKind } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState, type ErrorStateProps } from '@portal/kit/ui/error-state.tsx';
import type { ReactNode, Ref } from 'react';
import { frameText } from '../text/zh-TW/frame.ts';
import { BackToSetup } from './back-to-setup.tsx';
import { type Load, Loaded } from './loaded.tsx';

interface Place {
  readonly label: string;
  readonly to: string;
}

const widths = { whole: '', wide: 'max-w-4xl', narrow: 'max-w-3xl' } as const;

interface PageHead {
  readonly title: string;
  /** The text of the title with a link in it. Default: the title. */
  readonly heading?: ReactNode;
  /** Default: the title. */
  readonly tabTitle?: string;
  /** Default: the title. */
  readonly crumb?: string;
  /** The pages above this one; absent for a section of the navigation. */
  readonly under?: readonly Place[];
  readonly badge?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

export interface PageProps extends PageHead {
  /** Links to the other pages of the section. */
  readonly nav?: ReactNode;
  readonly width?: keyof typeof widths;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** On a narrow screen, the head is only for screen readers. */
  readonly isHeadHidden?: boolean;
  readonly children: ReactNode;
}

export const Page = ({ nav, width = 'whole', under, children, ...head }: PageProps) => {
  const { title, tabTitle = title, crumb = title } = head;
  usePageTitle(tabTitle);
  return (
    <>
      <BackToSetup />
      {nav}
      {under && (
        <div className="-mt-3 -mb-3">
          <Breadcrumbs items={[...under, { label: crumb }]} />
        </div>
      )}
      <div className={widths[width]}>
        <TitleAndActions {...head} />
        {children}
      </div>
    </>
  );
};

const TitleAndActions = ({
  title,
  heading = title,
  badge,
  lead,
  actions,
  headingRef,
  isHeadHidden,
}: Omit<PageProps, 'children'>) => (
  <div
    className={`mb-3 flex flex-wrap items-start justify-between gap-3 ${isHeadHidden ? 'max-lg:sr-only' : ''}`}
  >
    <div className="min-w-0 sm:flex-1">
      <div className="flex flex-wrap items-center gap-3">
        <h1 ref={headingRef} tabIndex={-1}>
          {heading}
        </h1>
        {badge}
      </div>
      {lead && <p className="mt-1 text-ink-soft">{lead}</p>}
    </div>
    {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
  </div>
);

interface LoadedPageProps<Data> extends Pick<PageProps, 'nav' | 'width'> {
  /** `null` counts as missing. */
  readonly query: Load<Data>;
  /** Shown as heading until the record is loaded. */
  readonly kind: string;
  readonly under: readonly [Place, ...Place[]];
  readonly gone?: string;
  readonly head: (data: NonNullable<Data>) => PageHead;
  readonly children: (data: NonNullable<Data>) => ReactNode;
}

export const LoadedPage = <Data,>(props: LoadedPageProps<Data>) => {
  const { query, kind, gone, head, children, ...frame } = props;
  const refusal = refusalOf(query, gone);
  if (query.data === undefined || query.data === null || refusal) {
    return (
      <Page title={kind} {...frame}>
        {refusal ? (
          <RefusedPage back={frame.under[0]} {...refusal} />
        ) : (
          <Loaded query={query}>{() => null}</Loaded>
        )}
      </Page>
    );
  }
  return (
    <Page {...frame} {...head(query.data)}>
      <Loaded query={{ ...query, data: query.data }}>{children}</Loaded>
    </Page>
  );
};

type Refusal = Pick<ErrorStateProps, 'kind' | 'message'>;

/** A retry would give the same answer. */
const refusalOf = ({ data, error }: Load<unknown>, gone: string | undefined): Refusal | null => {
  const kind = data === null ? 'missing' : failureKind(error);
  if (kind === 'missing') return { kind, message: gone };
  if (kind === 'forbidden') return { kind };
  return error instanceof CallRefused && error.status === 422 ? { message: error.message } : null;
};

const RefusedPage = ({ back: { label, to }, ...refusal }: Refusal & { back: Place }) => (
  <ErrorState {...refusal}>
    <ButtonLink to={to}>{frameText.backTo(label)}</ButtonLink>
  </ErrorState>
);
