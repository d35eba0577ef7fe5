import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { registrationsText as text } from '../text/zh-TW/registrations.ts';

interface RegistrationLinkProps {
  id: number;
  /** The person's name, which tells screen readers one link from another. */
  name: string;
}

/** Shown to staff who may read people. */
export const RegistrationLink = ({ id, name }: RegistrationLinkProps) => {
  if (!useMay('person.read')) return null;
  return (
    <Link
      aria-label={text.openOf(name)}
      className="whitespace-nowrap text-sea-800 underline hover:no-underline"
      to={paths.registration.to({ id })}
    >
      {text.open}
    </Link>
  );
};
