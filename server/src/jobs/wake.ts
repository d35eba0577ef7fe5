type Wake = () => void;

const workers = new Set<Wake>();

/** Returns a function that ends it. */
export const onJobQueued = (wake: Wake): (() => void) => {
  workers.add(wake);
  return () => void workers.delete(wake);
};

/** Call it after the commit. Workers of other servers find the job by polling. */
export const wakeJobWorkers = (): void => {
  for (const wake of workers) wake();
};
