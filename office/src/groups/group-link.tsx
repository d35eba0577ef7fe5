import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';

export const GroupLink = ({ group: { id, name } }: { group: { id: number; name: string } }) => (
  <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.group.to({ id })}>
    {name}
  </Link>
);
