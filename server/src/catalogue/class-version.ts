export const classVersion = (id: number) =>
  ({ subject: 'class', id, actions: ['class.edit', 'class.set_sessions', 'class.postpone'] }) as const;
