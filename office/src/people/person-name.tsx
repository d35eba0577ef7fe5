import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';

interface PersonNameProps {
  /** Null for somebody without an account. */
  id: number | null;
  name: string;
}

/** A person's name, which leads to their page for staff who may read people. */
export const PersonName = ({ id, name }: PersonNameProps) => {
  if (!useMay('person.read') || id === null) return <span className="font-semibold">{name}</span>;
  return (
    <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.person.to({ id })}>
      {name}
    </Link>
  );
};
