interface Question {
  readonly ids: Set<number>;
  readonly answer: Promise<ReadonlySet<number>>;
}

/** Sends questions that are asked at the same time as one: whether each id is among those that `ask` returns. */
export const askTogether = (
  ask: (ids: readonly number[]) => Promise<readonly number[]>,
  max: number,
): ((id: number) => Promise<boolean>) => {
  let open: Question | null = null;
  const begin = (): Question => {
    const ids = new Set<number>();
    const isComplete = new Promise((resolve) => setTimeout(resolve));
    const send = async () => {
      await isComplete;
      if (open?.ids === ids) open = null;
      return new Set(await ask([...ids]));
    };
    return { ids, answer: send() };
  };
  return async (id) => {
    if (open === null || open.ids.size >= max) open = begin();
    const { ids, answer } = open;
    ids.add(id);
    return (await answer).has(id);
  };
};
