import { Fragment } from 'react';
import { PersonName } from './person-name.tsx';

interface PersonNamesProps {
  people: readonly { readonly id: number; readonly name: string }[];
}

/** One after the other, each with a link for staff who may read people. */
export const PersonNames = ({ people }: PersonNamesProps) =>
  people.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && '、'}
      <PersonName id={id} name={name} />
    </Fragment>
  ));
