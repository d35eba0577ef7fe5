import { readFile } from 'node:fs/promises';

/** Clock ticks of Linux, as `/proc` counts them. */
const TICK_MS = 10;

/** The processor time of a process since its start, of all its threads, in milliseconds. */
export const processorTimeOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may hold spaces. User and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};
