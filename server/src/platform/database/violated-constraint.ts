/** The name of the constraint that PostgreSQL names in an error or in one of its causes. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('constraint' in link && typeof link.constraint === 'string') return link.constraint;
  }
  return undefined;
};

const FOREIGN_KEY_VIOLATION = '23503';

export const isForeignKeyViolation = (error: unknown): boolean => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && link.code === FOREIGN_KEY_VIOLATION) return true;
  }
  return false;
};
