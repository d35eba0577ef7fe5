import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { personOpenQuery } from './api/person-open.ts';

interface PersonNameProps {
  /** Null for somebody without an account. */
  id: number | null;
  name: string;
  /** The page opens in another tab, so that what was entered in a dialog stays. */
  inNewTab?: boolean;
}

/** Nearly all pages open: until the server has answered, and if it does not, the name is a link. */
const useIsOpen = (id: number | null): boolean => {
  const isAsked = useMay('person.read') && id !== null;
  const { data = isAsked } = useQuery({ ...personOpenQuery(id ?? 0), enabled: isAsked });
  return isAsked && data;
};

/** A person's name, which leads to their page if that opens for the staff member. */
export const PersonName = ({ id, name, inNewTab = false }: PersonNameProps) => {
  const isOpen = useIsOpen(id);
  if (id === null || !isOpen) return <span className="font-semibold">{name}</span>;
  return (
    <Link
      className="font-semibold text-sea-800 underline hover:no-underline"
      to={paths.person.to({ id })}
      {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
    >
      {name}
    </Link>
  );
};
