/** What changes the data of a person that staff see and change. */
const actions = [
  ...(['account.change_identity', 'account.edit', 'account.fill', 'account.unfill'] as const),
  ...(['account.release_identifier', 'account.set_mailbox', 'account.update', 'contact.undo'] as const),
  ...(['person.merge', 'person.undo_merge'] as const),
] as const;

export const versionedPerson = (id: number) => ({ subject: 'account', id, actions }) as const;
