/** Returns what the work returns, and the milliseconds of processor time that this process spent meanwhile in all its threads. */
export const withProcessorTime = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly spent: number }> => {
  const begun = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(begun);
  return { answer, spent: (user + system) / 1000 };
};
