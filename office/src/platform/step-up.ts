import { createContext, useContext } from 'react';

export type WithStepUp = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** Outside the signed-in part of the office nobody can prove anything. */
export const StepUpContext = createContext<WithStepUp>((work) => work());

/** If the server requires the second factor, repeats the act after it. Forms (`useSave`) do so already. */
export const useStepUp = (): WithStepUp => useContext(StepUpContext);
