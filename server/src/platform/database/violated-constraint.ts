/** The name of the constraint that PostgreSQL names in an error or in one of its causes. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('constraint' in link && typeof link.constraint === 'string') return link.constraint;
  }
  return undefined;
};
