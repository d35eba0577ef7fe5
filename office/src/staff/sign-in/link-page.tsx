import { CallRefused, failureKind } from '@portal/kit/browser/call.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SignInCard } from './sign-in-card.tsx';

interface LinkPageProps<Owner> {
  title: string;
  owner: UseQueryResult<Owner>;
  /** Below a link that has ended. */
  instead?: ReactNode;
  children: (owner: Owner) => ReactNode;
}

/** A page that a mailed link leads to, with the token in its fragment, which is not sent to servers. */
export const LinkPage = <Owner,>({ title, owner, instead, children }: LinkPageProps<Owner>) => (
  <SignInCard title={title}>
    {owner.data !== undefined && children(owner.data)}
    {owner.isPending && <SkeletonRows rows={2} />}
    {owner.error instanceof CallRefused && owner.error.status === 422 ? (
      <>
        <Notice live tone="danger">
          {owner.error.message}
        </Notice>
        {instead}
      </>
    ) : (
      owner.error && <ErrorState kind={failureKind(owner.error)} onRetry={owner.refetch} />
    )}
  </SignInCard>
);

export const tokenInAddress = () => location.hash.slice(1);
