/** The time stands below the day where both do not fit beside each other. */
export const DayAndTime = ({ at }: { at: string }) => (
  <>
    <span className="whitespace-nowrap">{at.slice(0, 10)}</span> {at.slice(11, 16)}
  </>
);
