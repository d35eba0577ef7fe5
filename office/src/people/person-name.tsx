/** A person's name. */
export const PersonName = ({ name }: { id: number; name: string }) => (
  <span className="font-semibold">{name}</span>
);
