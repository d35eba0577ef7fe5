/** A class by the events that edit what its form shows. */
export const versioned = (id: number) =>
  ({ subject: 'class', id, actions: ['class.edit', 'class.set_sessions', 'class.postpone'] }) as const;
