import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { organizationsQuery } from '../catalogue/api/get-organizations.ts';
import { paths } from '../platform/paths.ts';
import { noClassesText as text } from '../text/zh-TW/no-classes.ts';

/** A portal without organisations is not set up yet. */
export const NoClasses = () => {
  const isSetUp = useQuery(organizationsQuery).data?.length !== 0;
  if (isSetUp) return <EmptyState title={text.empty} />;
  return (
    <EmptyState title={text.preparing}>
      <Link className="text-sea-800 underline" to={paths.contact.to()}>
        {text.contact}
      </Link>
    </EmptyState>
  );
};
