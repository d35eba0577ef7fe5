import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';

/** The name of a group, which leads to its page if the caller may read groups. */
export const GroupName = ({ group: { id, name } }: { group: { id: number; name: string } }) =>
  useMay('group.read') ? (
    <Link className="text-sea-800 underline hover:no-underline" to={paths.group.to({ id })}>
      {name}
    </Link>
  ) : (
    name
  );
