import { Fragment } from 'react';
import { PersonName } from './person-name.tsx';

interface PersonNamesProps {
  people: readonly { readonly id: number; readonly name: string }[];
  inNewTab?: boolean;
}

/** One after the other, each with a link if their page opens for the staff member. */
export const PersonNames = ({ people, inNewTab = false }: PersonNamesProps) =>
  people.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && '、'}
      <PersonName id={id} inNewTab={inNewTab} name={name} />
    </Fragment>
  ));
