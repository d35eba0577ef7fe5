type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

type Values<Name extends string> = Readonly<Record<Name, string | number>>;

type ToArguments<P extends string> = [ParamNames<P>] extends [never]
  ? [params?: Record<string, never>, search?: Values<string>]
  : [params: Values<ParamNames<P>>, search?: Values<string>];

export interface Path<P extends string = string> {
  /** The router's notation, `/ClassInfo/:code`. */
  readonly pattern: P;
  to(...values: ToArguments<P>): string;
}

/** The address of a page: a link to it does not compile without the values that it needs. */
export const at = <const P extends string>(pattern: P): Path<P> => ({
  pattern,
  to: (...[params, search]: ToArguments<P>) => {
    const values: Values<string> = params ?? {};
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const pairs = Object.entries(search ?? {}).map(([key, value]) => [key, `${value}`]);
    const query = `${new URLSearchParams(pairs)}`;
    return query ? `${path}?${query}` : path;
  },
});
