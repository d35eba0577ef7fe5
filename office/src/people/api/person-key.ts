/** Everything about one person. Invalidate it after a change. */
export const personKey = (id: number) => ['person', id] as const;
